-- The part of every set-up. Before it stands TABLE: the seats, the numbers of players, the objects by name, what is
-- in bags and decks, and where the cells of boards lie. After it stands the set-up of a game, `setUp(players)`.

local isReady = false
local found = {}

function onLoad(state)
    isReady = state == "ready"
    if isReady then
        UI.setAttribute("setUp", "active", "false")
    end
end

function onSave()
    return isReady and "ready" or ""
end

-- The button: deals to everybody who has a seat.
function setUpTable()
    local players = seated()
    local few, many = TABLE.players[1], TABLE.players[2]
    if isReady then
        return
    end
    if #players < few or #players > many then
        local number = few == many and tostring(few) or few .. " to " .. many
        broadcastToAll(TABLE.title .. " is for " .. number .. " players, and " .. #players
            .. " have a seat here. Take seats, or play Hotseat.")
        return
    end
    isReady = true
    UI.setAttribute("setUp", "active", "false")
    setUp(players)
end

-- The seats with players, clockwise.
function seated()
    local here, players = {}, {}
    for _, colour in ipairs(getSeatedPlayers()) do
        here[colour] = true
    end
    for _, seat in ipairs(TABLE.seats) do
        if here[seat.colour] then
            players[#players + 1] = seat
        end
    end
    return players
end

-- The object of this name: a bag, a deck, a stack, a single piece or a board.
function object(name)
    if found[name] == nil then
        found[name] = getObjectFromGUID(TABLE.objects[name])
    end
    return found[name]
end

-- The place so many inches in front of a seat, and to the right of its middle.
function before(seat, ahead, right)
    local angle = math.rad(seat.angle)
    return {
        x = seat.x + ahead * math.sin(angle) + right * math.cos(angle),
        z = seat.z + ahead * math.cos(angle) - right * math.sin(angle),
        angle = seat.angle,
    }
end

-- Takes a piece out of a bag, a deck or a stack and lays it down, face up: the one with this id, or any.
-- The last piece of a deck or stack is what is left of it.
function take(name, place, id)
    local from = object(name)
    local at = {place.x, place.y or 1.5, place.z}
    local turn = {0, TABLE.turns[name] + (place.angle or 0), place.isDown and 180 or 0}
    if from.getQuantity() < 1 then
        Wait.condition(function()
            from.setPosition(at)
            from.setRotation(turn)
        end, function()
            return not from.spawning
        end)
        return from
    end
    local taken = from.takeObject({
        guid = id and TABLE.inside[name][id],
        position = at,
        rotation = turn,
        smooth = false,
    })
    found[name] = from.remainder or from
    return taken
end

-- Draws lots for who begins, and gives that player the turn.
function first(players)
    local seat = players[math.random(#players)]
    Turns.enable = true
    Turns.turn_color = seat.colour
    broadcastToAll(seat.colour .. " begins.")
    return seat
end

-- Shows a second button, which does this once.
function offer(text, what)
    later = what
    UI.setAttribute("next", "text", text)
    UI.setAttribute("next", "active", "true")
end

function doNext()
    UI.setAttribute("next", "active", "false")
    later()
end

-- Games without a set-up of their own: all bags and decks are shuffled.
function setUp()
    for name in pairs(TABLE.inside) do
        object(name).shuffle()
    end
end
