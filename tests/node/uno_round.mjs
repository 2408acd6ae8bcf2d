// Plays a round of Uno with the exported client against a real server, one connection a seat, and a spectator.
// Prints what everybody has seen of it.
import { pathToFileURL } from "node:url";

const [, , modules, module, url] = process.argv;
const { Client, TableError } = await import(pathToFileURL(module));
const { WebSocket } = await import(pathToFileURL(`${modules}/ws/wrapper.mjs`));
const connect = () => Client.connect(url, (where) => new WebSocket(where));

const host = await connect();
const { version, flows } = await host.hello();
const opened = await host.open({ flow: "uno", preset: "seed", settings: { players: 2, seed: 7 } });
await host.sit(opened.table, opened.host);

const heard = { spectator: [] };
const spectator = await connect();
spectator.hear((_, event) => heard.spectator.push(event));
await spectator.watch(opened.table);

/** A seat that plays whenever it is to act, until the game is over. */
const seated = async ({ seat, token }) => {
  const client = await connect();
  const events = (heard[seat] = []);
  let wake = () => {};
  client.hear((_, event) => (events.push(event), wake()));
  events.unshift(...(await client.sit(opened.table, token, 0)).events);
  return { seat, client, events, next: () => new Promise((done) => (wake = done)) };
};
const seats = await Promise.all(opened.seats.map(seated));

/** What the client says of moves that cannot be made. */
const [first] = seats;
const { to_act: toAct } = await first.client.view(opened.table);
const idle = seats.find(({ seat }) => !toAct.includes(seat));
const refused = await idle.client.play(opened.table, { move: "draw", player: idle.seat });
const notTheirs = await idle.client.play(opened.table, { move: "draw", player: toAct[0] });
const why = await idle.client.why(opened.table, { move: "draw", player: idle.seat });
const stale = await idle.client.play(opened.table, { move: "draw", player: idle.seat }, { at: 0 });
const wrong = await host.view("no-such-table").catch((error) => error);

let played = 0;
for (let over = false; !over; ) {
  const seen = await first.client.view(opened.table);
  over = seen.over;
  if (over) break;
  const { client, seat } = seats.find((one) => seen.to_act.includes(one.seat));
  const { view } = await client.view(opened.table);
  if (view.player !== seat || view.hand.length !== view.player_card_counts[seat]) throw new Error("a foreign view");
  const moves = (await client.moves(opened.table)).filter(({ move }) => move !== "leave");
  const answer = await client.play(opened.table, moves[0], { at: seen.n, once: `move ${played}` });
  if (answer.answer !== "done") throw new Error(JSON.stringify(answer));
  played += 1;
}

const end = await first.client.view(opened.table);
const save = await host.save(opened.table);
const again = await first.client.events(opened.table, 0);
first.client.close();
const closing = await first.client.ping().catch((error) => error);
const afterwards = await first.client.ping().catch((error) => error);
console.log(
  JSON.stringify({
    version, flows, played, refused, notTheirs, why, stale, save, heard,
    wrong: [wrong instanceof TableError, wrong.code, wrong.message],
    afterwards: [closing.code, afterwards.code],
    outcome: end.outcome, events: again.events,
  }),
);
for (const client of [host, spectator, ...seats.map((one) => one.client)]) client.close();
