local STARTS = {red = "A1", orange = "A5", sky = "E9", black = "I5", purple = "I1", green = "E1"}
local ROUNDS = 6

function setUp(players)
    for _, seat in ipairs(players) do
        local start = TABLE.cells.board[STARTS[seat.piece]]
        take("pawn-" .. seat.piece, {x = start[1], z = start[2]})
        take("blockade-" .. seat.piece, before(seat, 5, 3))
        for each = 1, 2 do
            take("robber-" .. seat.piece, before(seat, 5, 3.5 + each))
        end
        take("highway-control", before(seat, 6, -3))
        object("highway-orders").deal(ROUNDS, seat.colour)
    end
    for number = 1, ROUNDS do
        take("rounds", {x = number < 4 and -10 or 10, z = 4 * ((number - 1) % 3 - 1) * -1}, "rounds-" .. number)
    end
end
