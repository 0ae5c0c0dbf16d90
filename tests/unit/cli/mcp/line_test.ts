/** How a call of `kedge --mcp` waits for a Kedge that is still starting. */
import { deepEqual, ok } from "node:assert/strict";
import { createLine } from "../../../../src/cli/mcp/line.ts";
import { serveAgent } from "../../../../src/cli/start/agent.ts";
import type { App } from "../../../../src/core/app/app.ts";
import type { ToolAnswer } from "../../../../src/core/gate/answer.ts";
import { becomeFirst } from "../../../../src/tray/instance/mod.ts";
import { makeHome } from "../../../support/program/actions.ts";

/**
 * Runs `work` with a connection to a Kedge that starts until `ready`, and answers each call
 * afterwards.
 */
async function withLine(
  patience: number,
  work: (call: (signal: AbortSignal) => Promise<ToolAnswer>, ready: () => void) => Promise<void>,
): Promise<void> {
  const home = await makeHome();
  const ready = Promise.withResolvers<void>();
  const gate = { enter: () => ({ claim: () => {}, call: () => Promise.resolve(ANSWER) }) };
  const app = { gate } as unknown as Pick<App, "gate">;
  const place = await becomeFirst(home, () => {}, undefined, {}, {
    agent: (_, channel) => serveAgent(app, channel, [], ready.promise),
  });
  ok(place.first);
  const ending = new AbortController();
  try {
    const { call } = createLine(home.home, ending.signal, patience, noStart);
    await work((signal) => call("find", {}, signal), ready.resolve);
  } finally {
    ending.abort();
    await place.close();
    await home.remove();
  }
}

const noStart = () => Promise.reject(new Error("a second Kedge was started"));
const ANSWER: ToolAnswer = { status: "done", value: {} };
const { signal } = new AbortController();

Deno.test("call() says that Kedge still starts when that takes long, else waits for it", async () => {
  await withLine(1, async (call) => {
    deepEqual(await call(signal), {
      status: "waiting",
      message: "Kedge still starts.",
      hint: "Make the same call again.",
    });
  });
  await withLine(60_000, async (call, ready) => {
    const answer = call(signal);
    ready();
    deepEqual(await answer, ANSWER);
  });
});

Deno.test("call() ends when it is taken back while Kedge starts", async () => {
  await withLine(60_000, async (call) => {
    const back = new AbortController();
    const answer = call(back.signal);
    back.abort();
    deepEqual(await answer, { status: "stopped", error: "The call was taken back." });
  });
});

Deno.test("call() starts no Kedge when its client ends while one is looked for", async () => {
  const home = await makeHome();
  try {
    let starts = 0;
    const ending = new AbortController();
    const line = createLine(home.home, ending.signal, 60_000, () => Promise.resolve(++starts > 0));
    const reached = line.reach();
    ending.abort();
    deepEqual(await reached, {
      status: "failed",
      error: "Kedge cannot be reached.",
      hint: "The user can start it; then make the call again.",
    });
    deepEqual(starts, 0);
  } finally {
    await home.remove();
  }
});
