// The tic-tac-toe of tests/fsm/tictactoe.py as a machine of XState, whose own graph tools visit all of it. It reads how often to do
// so, a line each, and answers with the number of states and the CPU time of this process. Its argument is where its packages are.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(`${process.argv[2]}/here.js`);
const { assign, setup } = require("xstate");
const { getAdjacencyMap } = require("xstate/graph");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const free = (squares) => squares.split(".").length - 1;
const whose = (squares) => (free(squares) % 2 ? "x" : "o");
const marked = (squares, square) => squares.slice(0, square) + whose(squares) + squares.slice(square + 1);
const isFree = ({ context: { squares }, event }) => squares[event.square] === ".";
const wins = ({ context: { squares }, event }) => {
  const [after, mine] = [marked(squares, event.square), whose(squares)];
  return isFree({ context: { squares }, event }) && LINES.some((line) => line.every((square) => after[square] === mine));
};
const fills = ({ context: { squares }, event }) => isFree({ context: { squares }, event }) && free(squares) === 1;
const mark = assign({ squares: ({ context, event }) => marked(context.squares, event.square) });

const machine = setup({ guards: { isFree, wins, fills }, actions: { mark } }).createMachine({
  initial: "playing",
  context: { squares: "........." },
  states: {
    playing: {
      on: {
        mark: [
          { target: "won", guard: "wins", actions: "mark" },
          { target: "drawn", guard: "fills", actions: "mark" },
          { guard: "isFree", actions: "mark" },
        ],
      },
    },
    won: { type: "final" },
    drawn: { type: "final" },
  },
});
const events = Array.from({ length: 9 }, (_, square) => ({ type: "mark", square }));

for await (const line of createInterface({ input: process.stdin })) {
  const { times } = JSON.parse(line);
  const before = process.cpuUsage();
  let result = 0;
  for (let i = 0; i < times; i++) result = Object.keys(getAdjacencyMap(machine, { events, limit: Infinity })).length;
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ result, seconds: (user + system) / 1e6 }));
}
