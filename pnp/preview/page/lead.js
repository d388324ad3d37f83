// Who leads: the points of each player after each move as a line, and below them a row for each, with a bar where that player leads.

import { el, svg } from "./dom.js";

const WIDTH = 232;
const LINE = 11; // the height of a number
const LEAST = 60; // the height of the lines
const [LEFT, RIGHT] = [18, 24]; // beside the moves: the numbers of players, and their points
const DASHES = ["", "5 2", "1.500 2", "8 2 2 2", "3 1.500", "10 3"];

/** The chart of a record's *points*, a list with a number for each player for each position; null before the first move. */
export function leadChart(points, at) {
  const players = points[0].length;
  if (points.length < 2 || !players) return null;
  const [least, most] = [Math.min(0, ...points.flat()), Math.max(1, ...points.flat())];
  const height = Math.max(LEAST, players * LINE);
  const [wide, end] = [(WIDTH - LEFT - RIGHT) / points.length, WIDTH - RIGHT];
  const x = (index) => LEFT + (index + 0.5) * wide;
  const y = (value) => 5 + ((most - value) / (most - least)) * height;
  const lines = points[0].map((_, player) => svg("path", {
    d: points.map((each, index) => `${index ? "L" : "M"}${x(index).toFixed(1)} ${y(each[player]).toFixed(1)}`).join(""), "stroke-dasharray": DASHES[player % DASHES.length],
  }));
  const numbers = players < 2 ? [] : apart(points.at(-1).map(y), height + 5).map((high, player) => svg("text", { x: end + 6, y: high + 4 }, `${player + 1}`));
  const top = height + 14;
  const rows = players < 2 ? [] : points[0].map((_, player) => {
    const middle = top + (player + 0.5) * LINE;
    return [
      svg("text", { x: LEFT / 2, y: middle + 4 }, `${player + 1}`), svg("text", { x: WIDTH - 1, y: middle + 4, class: "end" }, `${points[at][player]}`),
      svg("line", { x1: LEFT, x2: end, y1: middle, y2: middle }),
      svg("path", { class: "leads", d: points.map((each, index) => (each[player] === Math.max(...each) ? `M${x(index - 0.5).toFixed(1)} ${middle}h${wide.toFixed(2)}` : "")).join("") }),
    ];
  });
  const bottom = top + rows.length * LINE;
  return el("figure", { class: "lead" },
    svg("svg", { viewBox: `0 0 ${WIDTH} ${bottom}`, role: "img", "aria-label": leadText(points[at], at) },
      svg("text", { x: LEFT - 2, y: 9, class: "end" }, most), svg("line", { x1: LEFT, x2: end, y1: y(0), y2: y(0) }), lines, numbers, rows,
      svg("line", { class: "now", x1: x(at), x2: x(at), y1: 0, y2: bottom })),
    el("figcaption", { class: "note" }, players < 2 ? "Points after each move" : "Points after each move; a bar where a player leads"));
}

/** The heights of numbers, none over another one, and none below the lowest. */
function apart(heights, lowest) {
  const found = [...heights];
  const order = [...heights.keys()].sort((one, other) => heights[one] - heights[other]);
  order.forEach((each, index) => { found[each] = Math.max(found[each], index ? found[order[index - 1]] + LINE : 0); });
  order.reverse().forEach((each, index) => { found[each] = Math.min(found[each], index ? found[order[index - 1]] - LINE : lowest); });
  return found;
}

/** The chart in words, for the move that is shown. */
function leadText(now, at) {
  const leaders = now.flatMap((value, player) => (value === Math.max(...now) ? [player + 1] : []));
  const lead = leaders.length > 1 ? `players ${leaders.join(" and ")} are level` : `player ${leaders[0]} leads`;
  return `Points after move ${at}: ${now.map((value, player) => (now.length > 1 ? `player ${player + 1}: ${value}` : value)).join(", ")}${now.length > 1 ? `; ${lead}` : ""}`;
}
