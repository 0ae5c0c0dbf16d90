/** How the running Kedge serves a `kedge --mcp`, over a channel that is played. */
import { deepEqual } from "node:assert/strict";
import { serveAgent } from "../../../../src/cli/start/agent.ts";
import type { App } from "../../../../src/core/app/app.ts";
import type { ToolAnswer } from "../../../../src/core/gate/answer.ts";
import type { AgentSays } from "../../../../src/core/gate/wire.ts";

/** Serves an agent whose calls are answered so. `order` is what happened, with what the agent was told. */
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

/** Settles when everything that waits for nothing from outside has happened. */
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
