// The ring of tests/benchmarks/figures/rings.py in XState, in boardgame.io, and by hand. It reads what to do, a line each, and
// answers with what came of it and the CPU time of this process that it took. Its argument is where its packages are.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const packages = process.argv[2];
const require = createRequire(`${packages}/here.js`);
const REFUSED = "It never stops.";
const mayGo = (game) => game.number >= 0;
const never = (game) => game.number < 0;
const names = (size) => Array.from({ length: size }, (_, i) => `s${i}`);

const byHand = () => ({
  define(size) {
    const go = (phase) => (game) => (mayGo(game) ? { phase, number: game.number + 1 } : "It may not go.");
    const stop = (game) => (never(game) ? game : REFUSED);
    const table = Object.fromEntries(names(size).map((name, i) => [name, { go: go(`s${(i + 1) % size}`), stop }]));
    const step = (game, event) => table[game.phase][event]?.(game) ?? "There is no such event.";
    return { step, guards: { go: mayGo, stop: never } };
  },
  start: () => ({ phase: "s0", number: 0 }),
  go: (game, { step }) => step(game, "go"),
  stop: (game, { step }) => step(game, "stop"),
  legal: (game, { guards }) => Object.keys(guards).filter((event) => guards[event](game)),
  save: (game) => JSON.stringify(game),
  load: (_, saved) => JSON.parse(saved),
  where: ({ phase, number }) => [phase, number],
});

const xstate = async () => {
  const { assign, createActor, setup } = await import(pathToFileURL(`${packages}/xstate/dist/xstate.esm.js`));
  const made = setup({
    guards: { mayGo: ({ context }) => mayGo(context), never: ({ context }) => never(context) },
    actions: { count: assign({ number: ({ context }) => context.number + 1 }) },
  });
  const GO = { type: "go" };
  const STOP = { type: "stop" };
  const state = (_, i, all) => ({
    on: { go: { target: `s${(i + 1) % all.length}`, guard: "mayGo", actions: "count" }, stop: { target: `s${i}`, guard: "never" } },
  });
  return {
    define: (size) => {
      const states = Object.fromEntries(names(size).map((name, i, all) => [name, state(name, i, all)]));
      return made.createMachine({ id: "ring", initial: "s0", context: { number: 0 }, states });
    },
    start: (machine) => createActor(machine).start(),
    go: (actor) => (actor.send(GO), actor),
    stop: (actor) => {
      const before = actor.getSnapshot();
      actor.send(STOP);
      return actor.getSnapshot() === before ? "" : before;
    },
    legal: (actor, machine) => machine.events.filter((type) => actor.getSnapshot().can({ type })),
    save: (actor) => JSON.stringify(actor.getPersistedSnapshot()),
    load: (machine, saved) => createActor(machine, { snapshot: JSON.parse(saved) }).start(),
    where: (actor) => [actor.getSnapshot().value, actor.getSnapshot().context.number],
  };
};

const boardgame = () => {
  const { Client } = require("boardgame.io/client");
  const { INVALID_MOVE } = require("boardgame.io/core");
  const moves = {
    go: ({ G, events }) => {
      if (!mayGo(G)) return INVALID_MOVE;
      G.number += 1;
      events.endPhase();
    },
    stop: ({ G }) => (never(G) ? undefined : INVALID_MOVE),
  };
  return {
    define: (size) => {
      const phase = (i) => ({ start: i === 0, moves, next: `s${(i + 1) % size}` });
      return { setup: () => ({ number: 0 }), phases: Object.fromEntries(names(size).map((name, i) => [name, phase(i)])) };
    },
    start: (game) => {
      const client = Client({ game, numPlayers: 1, debug: false });
      client.start();
      return client;
    },
    go: (client) => (client.moves.go(), client),
    stop: (client) => {
      const before = client.getState().G;
      client.moves.stop();
      return client.getState().G === before ? "" : client;
    },
    where: (client) => [client.getState().ctx.phase, client.getState().G.number],
  };
};

const libraries = { hand: byHand, xstate, boardgame };
const kept = [];
const keep = (value) => kept.push(value) - 1;

/** Each thing that can be asked for: it does its work so many times, and gives what came of the last. */
const verbs = {
  define: (library, { size, times }) => {
    let definition;
    for (let i = 0; i < times; i++) {
      definition = library.define(size);
      library.go(library.start(definition), definition);
    }
    return keep(definition);
  },
  start: (library, { definition, times }) => {
    let game;
    for (let i = 0; i < times; i++) game = library.start(kept[definition]);
    return keep(game);
  },
  go: (library, { definition, game, times }) => {
    let now = kept[game];
    for (let i = 0; i < times; i++) now = library.go(now, kept[definition]);
    return (kept[game] = now), game;
  },
  stop: (library, { definition, game, times }) => {
    let answer;
    for (let i = 0; i < times; i++) answer = library.stop(kept[game], kept[definition]);
    return typeof answer === "string" ? answer : null;
  },
  legal: (library, { definition, game, times }) => {
    let events;
    for (let i = 0; i < times; i++) events = library.legal(kept[game], kept[definition]);
    return events;
  },
  save: (library, { game, times }) => {
    let saved;
    for (let i = 0; i < times; i++) saved = library.save(kept[game]);
    return saved;
  },
  load: (library, { definition, saved, times }) => {
    let game;
    for (let i = 0; i < times; i++) game = library.load(kept[definition], saved);
    return keep(game);
  },
  where: (library, { game }) => library.where(kept[game]),
};

console.error = () => {}; // boardgame.io in production says nothing; what it says of invalid moves is no part of the work
const ready = {};
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const library = (ready[request.library] ??= await libraries[request.library]());
  const before = process.cpuUsage();
  const result = verbs[request.do](library, request);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ result, seconds: (user + system) / 1e6 }));
}
