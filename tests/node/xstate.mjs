// Plays recorded games in XState: guards answer as recorded, and must be asked in the same order.
// Each line of a file names a module and has its games. Differences are named, and end the run with 1.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , modules, file] = process.argv;
const { assign, createActor } = await import(pathToFileURL(`${modules}/xstate/dist/xstate.esm.js`));

let expected = { asked: [] };
let asked = 0;
let done = [];
let trouble = "";

/**
 * A guard that answers as recorded, if it is its turn. When all is done, XState may ask once more what it has asked last:
 * when a state has ended and nothing follows from that.
 */
const guard = (name) => () => {
  const last = expected.asked.findLast(([known]) => known === name) ?? ["nothing", false];
  const [wanted, answer] = expected.asked[asked++] ?? last;
  if (wanted !== name) trouble ||= `${name} is asked, but it is the turn of ${wanted}`;
  if (asked > 10_000) throw new Error("there is no end to it");
  return answer;
};

/** An action that notes that it ran. It changes the context, as a real one would. */
const action = (name) =>
  assign(({ context }) => {
    done.push(name);
    if (done.length > 10_000) throw new Error("there is no end to it");
    return { count: context.count + 1 };
  });

const byName = (names, make) => Object.fromEntries(names.map((name) => [name, make(name)]));

/** The phase that a machine is in, and the suspended ones. */
const whereIs = (snapshot) => {
  const metas = Object.entries(snapshot.getMeta()).filter(([, meta]) => meta?.phase !== undefined);
  const [, { phase, back = [] }] = metas.sort(([one], [other]) => one.length - other.length).at(-1);
  return JSON.stringify([phase, back]);
};

/** Let a machine do something, and compare. */
const follow = (step, what) => {
  [expected, asked, done, trouble] = [step, 0, [], ""];
  const snapshot = what();
  const found = [whereIs(snapshot), Math.min(asked, step.asked.length), JSON.stringify(done)];
  const right = [JSON.stringify([step.phase, step.back]), step.asked.length, JSON.stringify(step.done)];
  if (trouble || String(found) !== String(right)) {
    throw new Error(`${step.event ?? "start"}: ${trouble || `${found} instead of ${right}`}`);
  }
};

const play = (machine, [first, ...steps]) => {
  let actor;
  follow(first, () => (actor = createActor(machine)).start().getSnapshot());
  for (const step of steps) follow(step, () => (actor.send({ type: step.event }), actor.getSnapshot()));
  actor.stop();
};

const machines = {};
let games = 0;
let steps = 0;
for await (const line of createInterface({ input: createReadStream(file) })) {
  const { module, game, number } = JSON.parse(line);
  if (!(module in machines)) {
    const { config, createFlow } = await import(pathToFileURL(module));
    const { guards, actions } = config.meta;
    machines[module] = createFlow({ guards: byName(guards, guard), actions: byName(actions, action), context: { count: 0 } });
  }
  try {
    play(machines[module], game);
  } catch (error) {
    console.error(`${module}, game ${number}: ${error.message}`);
    process.exitCode = 1;
  }
  games += 1;
  steps += game.length - 1;
}
console.log(JSON.stringify({ games, steps }));
