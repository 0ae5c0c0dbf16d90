import type { App } from "../../core/app/app.ts";
import { callerOf } from "../../core/platform/agent_caller.ts";
import { agentSays, type GateSays } from "../../core/gate/wire.ts";
import { settledOrAborted } from "../../core/resources/polled.ts";
import type { Channel } from "../../tray/instance/channel.ts";
import { untilAborted } from "../signals.ts";

/** Maximum unanswered calls of one agent. The connection of a client that sends more is closed. */
const MAX_CALLS = 64;

/**
 * Serves the gate to a `kedge --mcp` until that disconnects. It enters after `ready`, because a Kedge that
 * still starts does not know yet whether its gate is on.
 */
export async function serveAgent(
  app: Pick<App, "gate">,
  channel: Channel,
  callers: readonly number[],
  ready: Promise<void>,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  channel.signal.addEventListener("abort", () => ended.resolve(), { once: true });
  const say = (message: GateSays) => channel.send(message);
  const calls = new Map<number, AbortController>();
  // Messages that arrive before the caller is known wait for it, in order.
  const entering = callerOf(callers).then(async (who) => {
    await settledOrAborted(ready, channel.signal);
    return app.gate.enter(who, channel.signal);
  });
  channel.hear((message) => {
    const parsed = agentSays.safeParse(message);
    if (!parsed.success || calls.size >= MAX_CALLS) return ended.resolve();
    const { data } = parsed;
    if (data.say === "cancel") return calls.get(data.id)?.abort();
    if (data.say === "claim") return void entering.then((entered) => entered?.claim(data));
    if (calls.has(data.id)) return ended.resolve();
    const stop = new AbortController();
    calls.set(data.id, stop);
    void entering.then(async (entered) => {
      if (!entered) return;
      const answer = await entered.call(data.tool, data.input, stop.signal);
      calls.delete(data.id);
      say({ say: "answer", id: data.id, answer });
    }).catch(() => ended.resolve());
  });
  const given = await entering;
  say({ say: given ? "ready" : "full" });
  if (given) await ended.promise;
}

/**
 * Has a command of an agent end once the user stops all agents or lets none in, until the command has gone.
 * It looks after `ready`, because a Kedge that still starts does not know yet whether its gate is on.
 */
export async function serveGranted(
  { store }: Pick<App, "store">,
  channel: Channel,
  ready: Promise<void>,
): Promise<void> {
  await settledOrAborted(ready, channel.signal);
  let told = false;
  const look = () => {
    const { on, stopped } = store.get().gate;
    const shut = !on || stopped;
    // A command that goes on is told again, once the user has let agents on and stops them again.
    if (shut && !told) channel.send({ say: "stop" });
    told = shut;
  };
  const leave = store.subscribe(look);
  // The user may have stopped all between the permission and this conversation.
  look();
  await untilAborted(channel.signal);
  leave();
}
