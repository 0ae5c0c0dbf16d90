/**
 * How the running Kedge serves `kedge --mcp` and a granted command of an agent, over a simulated
 * channel.
 */
import { deepEqual } from "node:assert/strict";
import { serveAgent, serveGranted } from "../../../../src/cli/start/agent.ts";
import type { App } from "../../../../src/core/app/app.ts";
import type { ToolAnswer } from "../../../../src/core/gate/answer.ts";
import type { AgentSays } from "../../../../src/core/gate/wire.ts";
import type { GateState } from "../../../../src/core/state/agents.ts";
import { store as storeOf } from "../../core/app/fixtures.ts";

/**
 * Serves an agent with this answer to its calls. `order` records all events and the answers to the
 * agent.
 */
function served(answer: ToolAnswer, ready: Promise<void>) {
  const order: unknown[] = [];
  const gone = new AbortController();
  let hear = (_: unknown) => {};
  const gate = {
    enter: (_: unknown, signal: AbortSignal) => {
      order.push("enters");
      return signal.aborted ? null : { claim: () => {}, call: () => Promise.resolve(answer) };
    },
  };
  const over = serveAgent(
    { gate } as unknown as Pick<App, "gate">,
    { send: (message) => order.push(message), hear: (listener) => hear = listener, signal: gone.signal },
    [],
    ready,
  );
  const call: AgentSays = { say: "call", id: 1, tool: "find", input: {} };
  hear(call);
  return { order, over, go: () => gone.abort() };
}

/** Resolves after everything that waits for nothing external. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("serveAgent() lets an agent in once the saved state is known when Kedge starts", async () => {
  const ready = Promise.withResolvers<void>();
  const { order, over, go } = served({ status: "done", value: {} }, ready.promise);
  await settled();
  deepEqual(order, []);
  ready.resolve();
  await settled();
  deepEqual(order, [
    "enters",
    { say: "ready" },
    { say: "answer", id: 1, answer: { status: "done", value: {} } },
  ]);
  go();
  await over;
});

Deno.test("serveAgent() ends when its client goes or Kedge ends while it still starts", async () => {
  const { over, go } = served({ status: "done", value: {} }, new Promise(() => {}));
  go();
  await over;
});

/** Serves a granted command with this gate. */
function granted(gate: Partial<GateState>, ready: Promise<void>) {
  const store = storeOf();
  const slice = store.slice("gate");
  const set = (change: Partial<GateState>) => slice.update((now) => ({ ...now, ...change }));
  set(gate);
  const said: unknown[] = [];
  const gone = new AbortController();
  const over = serveGranted(
    { store },
    { send: (message) => said.push(message), hear: () => {}, signal: gone.signal },
    ready,
  );
  return { said, set, over, go: () => gone.abort() };
}

const OPEN = { on: true, stopped: false }, STOPPED = { on: true, stopped: true }, OFF = { on: false };
const STOP = { say: "stop" };
const TELLS: readonly (readonly [
  what: string,
  first: Partial<GateState>,
  then: readonly Partial<GateState>[],
  said: readonly unknown[],
])[] = [
  ["nothing when agents are let in", OPEN, [], []],
  ["a command to end when the user has stopped all before it came", STOPPED, [], [STOP]],
  ["a command to end when the user stops all agents", OPEN, [STOPPED], [STOP]],
  ["a command to end when the user lets none in", OPEN, [OFF], [STOP]],
  ["a command once when the user stops all and lets none in", OPEN, [STOPPED, OFF], [STOP]],
  ["a command again when the user lets agents on and stops them again", OPEN, [STOPPED, OPEN, STOPPED], [
    STOP,
    STOP,
  ]],
];
for (const [what, first, then, expected] of TELLS) {
  Deno.test(`serveGranted() tells ${what}`, async () => {
    const { said, set, over, go } = granted(first, Promise.resolve());
    await settled();
    for (const change of then) set(change);
    deepEqual(said, expected);
    go();
    await over;
  });
}

Deno.test("serveGranted() tells a command nothing while Kedge still starts", async () => {
  const { said, over, go } = granted(OFF, new Promise(() => {}));
  await settled();
  deepEqual(said, []);
  go();
  await over;
});
