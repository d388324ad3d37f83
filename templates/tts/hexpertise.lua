function setUp(players)
    object("nexus").shuffle()
    for number = 1, 3 do
        take("nexus", {x = 3 * (number - 2), z = 0, angle = 180 * math.random(0, 1)})
    end
    object("mana").shuffle()
    for _, seat in ipairs(players) do
        take("hexpertise-display", before(seat, 9, -2))
        take("hexpertise-scoring", before(seat, 9, 4))
    end
end
