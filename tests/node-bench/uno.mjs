// Random games of Uno on boardgame.io, by the rules of tests/benchmarks/bench_uno.py, whose tables it is sent first. It reads what to
// do, a line each, and answers with what came of it and the CPU time of this process. Its argument is where its packages are.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(`${process.argv[2]}/here.js`);
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");
const { RandomBot, Simulate } = require("boardgame.io/ai");

const [SKIP, REVERSE, DRAW_TWO, DRAW_FOUR] = [1, 2, 3, 4];
const ALL = Array.from({ length: 108 }, (_, card) => card);
let tables;

/** The game before anybody has moved; `turn` is who comes next. */
const dealt = (deck, shuffle) => {
  const hands = [0, 1, 2, 3].map((seat) => deck.slice(7 * seat, 7 * seat + 7));
  let [pile, rest] = [[deck[28]], deck.slice(29)];
  while (tables.kinds[pile[0]] === DRAW_FOUR) {
    const again = shuffle([...rest, ...pile]);
    [pile, rest] = [[again[0]], again.slice(1)];
  }
  const G = { hands, pile, deck: rest.reverse(), turn: 3, direction: 1 };
  if (tables.kinds[pile[0]] === REVERSE) G.direction = -1;
  else act(G, pile[0], shuffle);
  return G;
};

const after = (G, steps) => (G.turn + steps * G.direction + 8) % 4;

const take = (G, seat, count, shuffle) => {
  if (G.deck.length < count && G.pile.length > 1) {
    const under = shuffle(G.pile.slice(0, -1).map((card) => tables.bare[card]));
    G.deck.unshift(...under.reverse());
    G.pile.splice(0, G.pile.length - 1);
  }
  for (let i = Math.min(count, G.deck.length); i > 0; i--) G.hands[seat].push(G.deck.pop());
};

const act = (G, card, shuffle) => {
  const kind = tables.kinds[card];
  if (kind === REVERSE) G.direction = -G.direction;
  if (kind === DRAW_TWO || kind === DRAW_FOUR) take(G, after(G, 1), kind === DRAW_TWO ? 2 : 4, shuffle);
  G.turn = after(G, kind === SKIP || kind === DRAW_TWO || kind === DRAW_FOUR ? 2 : 1);
};

const fitting = (G) => G.hands[G.turn].filter((card) => tables.fits[G.pile.at(-1)][card]);

/** All that the player in turn may do: cards with a colour each, or to draw. */
const legal = (G) => {
  const plays = fitting(G).flatMap((card) => tables.colours[card].map((colour) => ({ move: "play", args: [card, colour] })));
  return plays.length ? plays : [{ move: "draw", args: [] }];
};

const shuffler = (shuffles, random) => (shuffles ? () => shuffles.shift() : random.Shuffle);

/** The game; where shuffles are given, they are these, one after the other. */
const game = (shuffles) => ({
  name: "uno",
  setup: ({ random }) => dealt(shuffler(shuffles, random)(ALL), shuffler(shuffles, random)),
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn } },
  moves: {
    draw: ({ G, random }) => {
      if (fitting(G).length) return INVALID_MOVE;
      take(G, G.turn, 1, shuffler(shuffles, random));
      G.turn = after(G, 1);
    },
    play: ({ G, random }, card, colour) => {
      const hand = G.hands[G.turn];
      if (!hand.includes(card) || !tables.fits[G.pile.at(-1)][card] || !tables.colours[card].includes(colour)) return INVALID_MOVE;
      hand.splice(hand.indexOf(card), 1);
      G.pile.push(tables.onPile[card][colour ?? "none"]);
      act(G, card, shuffler(shuffles, random));
    },
  },
  endIf: ({ G }) => (G.hands.some((hand) => hand.length === 0) ? { winner: G.hands.findIndex((hand) => hand.length === 0) } : undefined),
  ai: { enumerate: legal },
});

const begun = (shuffles) => {
  const client = Client({ game: game(shuffles), numPlayers: 4, debug: false });
  client.start();
  return client;
};

/** One game, which is noted as [who is next, top of the pile] after each move. */
const played = (client, dice) => {
  const seen = [];
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const moves = legal(state.G);
    const { move, args } = moves[Math.floor(dice() * moves.length)];
    client.moves[move](...args);
    const { G } = client.getState();
    seen.push([G.turn, G.pile.at(-1)]);
  }
  return seen;
};

const verbs = {
  tables: (request) => ((tables = request.tables), true),
  follow: ({ shuffles, dice }) => played(begun(shuffles), () => dice.shift()),
  play: ({ times }) => {
    let steps = 0;
    for (let i = 0; i < times; i++) steps += played(begun(), Math.random).length;
    return steps;
  },
  simulate: async ({ times }) => {
    for (let i = 0; i < times; i++) {
      const uno = game();
      const bots = Object.fromEntries([0, 1, 2, 3].map((seat) => [seat, new RandomBot({ game: uno, enumerate: legal })]));
      const { state } = await Simulate({ game: uno, bots, state: begun().getState(), depth: 100_000 });
      if (!state.ctx.gameover) throw new Error("the game did not end");
    }
    return times;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const before = process.cpuUsage();
  const result = await verbs[request.do](request);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ result, seconds: (user + system) / 1e6 }));
}
