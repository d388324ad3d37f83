-- bag supply: path

-- The places of start tiles, in hexes to the right and to the lower right.
local PLACES, HAND = {{0, 0}, {3, 0}, {0, 3}, {3, 3}}, 2

function setUp(players)
    local supply, across = object("supply"), TABLE.sizes.supply * math.sqrt(3) / 2
    supply.shuffle()
    for number, seat in ipairs(players) do
        local q, r = PLACES[number][1], PLACES[number][2]
        local start = {x = across * (q + r / 2 - 2), z = across * math.sqrt(3) / 2 * (1.5 - r)}
        take("start", start, "start-" .. seat.number)
        take("token-" .. seat.piece, {x = start.x, y = 2, z = start.z})
        for each = 1, HAND do
            take("supply", before(seat, 6, (each - 1.5) * 1.3 * TABLE.sizes.supply))
        end
    end
    first(players)
end
