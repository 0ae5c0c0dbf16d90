import { failed, refused, type ToolAnswer, type ToolRefusal } from "../../core/gate/answer.ts";
import { type AgentSays, type GateSays, MAX_CALL_LENGTH } from "../../core/gate/wire.ts";
import { settledOrAborted } from "../../core/resources/polled.ts";
import { type Channel, talkToFirst } from "../../tray/instance/channel.ts";
import { isPrivate } from "../../tray/instance/connect.ts";
import type { GateConnection } from "./server.ts";
import { startHidden } from "./start_hidden.ts";

/** How long a Kedge that was just started may take to answer, and the pause between attempts, in ms. */
const STARTS_WITHIN = 20_000, EVERY = 150;

/**
 * How long a call waits for Kedge to start, in ms: clients give up after a minute, and a running Kedge takes
 * 45 seconds of it for its user.
 */
const PATIENCE = 10_000;

const LOST = failed("Kedge cannot be reached.", "The user can start it; then make the call again.");
const FULL = refused(
  "Too many agents are connected to Kedge.",
  "The user can close one of them; then make the call again.",
);

const STARTS: ToolAnswer = {
  status: "waiting",
  message: "Kedge still starts.",
  hint: "Make the same call again.",
};

/**
 * Creates the connection to the running Kedge. It opens at the first call, and again when that Kedge has ended.
 * A call waits `patience` ms for it. `start` starts a Kedge where none runs.
 */
export function createLine(
  home: string,
  ending: AbortSignal,
  patience = PATIENCE,
  start = startHidden,
): GateConnection & { reach(): Promise<Channel | ToolRefusal> } {
  let line: Promise<Channel | ToolRefusal> | null = null;
  let started = false;
  let claimed: AgentSays | null = null;
  let last = 0;
  const waiting = new Map<number, (answer: ToolAnswer) => void>();

  function connect(): Promise<Channel | ToolRefusal> {
    const { promise, resolve } = Promise.withResolvers<Channel | ToolRefusal>();
    const end = (answer: ToolRefusal) => {
      if (line === promise) line = null;
      resolve(answer);
    };
    void (async () => {
      // In a home that others can write to, another user's program may be listening.
      const limit = performance.now() + STARTS_WITHIN;
      while (!ending.aborted && performance.now() < limit) {
        if (await isPrivate(home).catch(() => false)) {
          const reached = await talkToFirst(home, "agent", {}, ending, async (channel) => {
            const over = Promise.withResolvers<void>();
            channel.signal.addEventListener("abort", () => over.resolve(), { once: true });
            channel.hear((message) => {
              const sent = message as GateSays;
              if (sent.say === "answer") waiting.get(sent.id)?.(sent.answer);
              else if (sent.say === "ready") resolve(channel);
              else end(FULL);
            });
            if (claimed) channel.send(claimed);
            await over.promise;
            // Calls may already wait for an answer on the next connection.
            if (line === promise) { for (const answer of waiting.values()) answer(LOST); }
            end(LOST);
          }).catch(() => true);
          if (reached) return end(LOST);
        }
        // A client that has gone needs no Kedge.
        if (ending.aborted) break;
        if (!started) {
          started = true;
          if (!await start()) break;
        }
        await new Promise((next) => setTimeout(next, EVERY));
      }
      end(LOST);
    })();
    return promise;
  }

  const reach = () => line ??= connect();

  return {
    reach,
    claim(name, version) {
      if (claimed) return;
      claimed = { say: "claim", name: name.slice(0, 500), version: version.slice(0, 500) };
      void reach().then((channel) => claimed && "send" in channel && channel.send(claimed));
    },
    async call(tool, input, signal) {
      const reached = reach();
      const late = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      await settledOrAborted(reached, late);
      if (signal.aborted) return { status: "stopped", error: "The call was taken back." };
      if (late.aborted) return STARTS;
      const channel = await reached;
      if ("error" in channel) return channel;
      if (channel.signal.aborted) return LOST;
      const id = ++last;
      const call: AgentSays = { say: "call", id, tool, input };
      if (new TextEncoder().encode(JSON.stringify(call)).length > MAX_CALL_LENGTH) {
        return refused("The call is too long.", "Use a shorter statement.");
      }
      const { promise, resolve } = Promise.withResolvers<ToolAnswer>();
      waiting.set(id, resolve);
      const cancel = () => channel.send({ say: "cancel", id } satisfies AgentSays);
      signal.addEventListener("abort", cancel, { once: true });
      try {
        channel.send(call);
        if (signal.aborted) cancel();
        return await promise;
      } finally {
        waiting.delete(id);
        signal.removeEventListener("abort", cancel);
      }
    },
  };
}
