// The server of boardgame.io, in memory, with the game of tests/benchmarks/tables/rounds.py. It says its port; its argument is where
// its packages are.
import { createRequire } from "node:module";

const require = createRequire(`${process.argv[2]}/here.js`);
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function isFinished(squares) {
  return !squares.includes(null) || LINES.some(([a, b, c]) => squares[a] !== null && squares[a] === squares[b] && squares[b] === squares[c]);
}

const rounds = {
  name: "rounds",
  setup: () => ({ squares: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, square) => {
      if (!(square in G.squares) || G.squares[square] !== null) return INVALID_MOVE;
      G.squares[square] = playerID;
      if (isFinished(G.squares)) G.squares.fill(null);
    },
  },
};

const server = Server({ games: [rounds], origins: [] });
const { appServer } = await server.run({ port: { host: "127.0.0.1", port: 0 } });
console.log(`port ${appServer.address().port}`);
