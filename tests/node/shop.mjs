// What XState does with an event whose guard says no: said on the page that compares. The argument is where its packages are.
import { createRequire } from "node:module";

const require = createRequire(`${process.argv[2]}/here.js`);
const { createActor, getNextTransitions, setup, transition } = require("xstate");

const shop = setup({ guards: { canPay: ({ context, event }) => event.price <= context.coins } }).createMachine({
  context: { coins: 2 },
  initial: "browsing",
  states: { browsing: { on: { buy: { target: "paid", guard: "canPay" } } }, paid: { type: "final" } },
});

const actor = createActor(shop).start();
const before = actor.getSnapshot();
const answer = actor.send({ type: "buy", price: 5 });
console.log(JSON.stringify({
  answered: answer !== undefined,
  phase: actor.getSnapshot().value,
  can: [1, 5].map((price) => before.can({ type: "buy", price })),
  listed: getNextTransitions(before).map(({ eventType, guard }) => [eventType, guard]),
  pure: transition(shop, before, { type: "buy", price: 1 })[0].value,
}));
