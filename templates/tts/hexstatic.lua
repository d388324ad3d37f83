-- bag supply: three-lines, two-lines, one-line

local HAND, COLUMNS = 6, 5

function setUp(players)
    local supply = object("supply")
    supply.shuffle()
    for _, seat in ipairs(players) do
        supply.deal(HAND, seat.colour)
    end
    local aside, step, count = {}, 1.1 * TABLE.sizes.nexus, 0
    for id in pairs(TABLE.inside.nexus) do
        local place = {x = -26 + step * (count % COLUMNS), z = 8 - step * math.floor(count / COLUMNS)}
        aside[#aside + 1] = {tile = take("nexus", place, id), x = place.x, z = place.z}
        count = count + 1
    end
    first(players)
    offer("The first nexus is laid: shuffle the others in", function()
        for _, each in ipairs(aside) do
            local at = each.tile.getPosition()
            if math.abs(at.x - each.x) + math.abs(at.z - each.z) < step then
                supply.putObject(each.tile)
            end
        end
        supply.shuffle()
    end)
end
