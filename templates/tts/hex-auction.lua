-- bag supply: ordinary, special

function setUp(players)
    local supply, coins, step = object("supply"), object("coin"), 1.2 * TABLE.sizes.supply
    supply.shuffle()
    take("supply", {x = 0, z = 0})
    take("coin", {x = 0, z = -1.5 * step})
    for _, seat in ipairs(players) do
        coins.deal(TABLE.numbers.coins, seat.colour)
    end
    local seat = players[math.random(#players)]
    take("tie-breaker", before(seat, 5, 0))
    broadcastToAll(seat.colour .. " has the tie-breaker.")
    for each = 1, #players do
        take("supply", {x = (each - (#players + 1) / 2) * step, z = 2.5 * step})
    end
end
