import type { Buffer } from "node:buffer";
import { setTimeout as rest } from "node:timers/promises";
import { CloudError, needsSignIn } from "../../aws/errors.ts";
import { resumeSession, type StartedSession } from "../../aws/managed/sessions.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { WayError } from "../way.ts";
import { type Channel, createChannel, type SessionKind } from "./channel.ts";
import { type OpenGateway, openGateway } from "./gateway.ts";

/** How long the agent may take to answer, in ms. */
const AGENT = 20_000;
/** A lost connection is taken up again for so long before it is told, with pauses between tries, in ms. */
const RESUMES = 3000, PAUSE = 400;
/** What AWS says to who may not resume the session, or to whom it has ended: trying again is in vain. */
const IN_VAIN: ReadonlySet<string> = new Set(["denied", "missing"]);

/** What a conversation tells. */
interface ConversationEvents {
  onBytes(bytes: Buffer): void;
  /** The agent did not reach the destination. */
  onUnreached?(): void;
  /** It is over, and why; `closed`: by an end that was meant. Called once, also where it was never open. */
  onEnd(error: WayError, closed: boolean): void;
}

/** A session whose agent has agreed. */
export interface Conversation extends Pick<Channel, "send" | "resize"> {
  /** The agent's version; "" of one that does not say it. */
  readonly agent: string;
  /** Nothing more is received until `resume()`: the other side is held up. */
  pause(): void;
  resume(): void;
  /** Ends it, and lets the agent end the session. */
  end(error: WayError, closed?: boolean): void;
}

/**
 * Opens the data channel of a session that AWS has started; settles when its agent has agreed. Throws a WayError. A connection
 * that is lost later is taken up again, with the credentials that `renew` gives then: nothing that was on its way is lost.
 */
export async function openConversation(
  { id, url, token }: StartedSession,
  kind: SessionKind,
  access: ResourceTarget,
  renew: (signal: AbortSignal) => Promise<ResourceTarget>,
  events: ConversationEvents,
  signal: AbortSignal,
): Promise<Conversation> {
  const agreed = Promise.withResolvers<string>();
  agreed.promise.catch(() => {});
  let gateway: OpenGateway | null = null, channel: Channel | null = null, over = false;
  let open = false, paused = false;
  /** When the connection was lost, when it was made anew, and whether anything came over it since; ms. */
  let lostAt = 0, resumedAt = -Infinity, heard = true;
  const ending = new AbortController();
  const end = (error: WayError, closed = false) => {
    if (over) return;
    over = true;
    ending.abort();
    channel?.terminate();
    channel?.close();
    gateway?.close();
    agreed.reject(error);
    events.onEnd(error, closed);
  };
  const connect = async (at: ResourceTarget, signal: AbortSignal) => {
    const made = await openGateway(url, at, {
      onMessage(bytes) {
        heard = true;
        channel?.take(bytes);
      },
      onEnd: (error) => open ? void resume(error) : end(error),
    }, signal);
    if (over) made.close();
    else if (paused) made.pause();
    return made;
  };
  /** Takes the session up again after its connection was lost; `lost` is told where that cannot be done in time. */
  async function resume(lost: WayError): Promise<void> {
    if (over || !gateway) return;
    gateway = null;
    channel!.pause();
    const now = performance.now();
    // A connection that was lost before anything came over it does not count as one: the time since the loss goes on.
    const lasted = heard || now - resumedAt > RESUMES;
    if (lasted) lostAt = now;
    const stop = AbortSignal.any([
      ending.signal,
      AbortSignal.timeout(Math.max(0, RESUMES - (now - lostAt))),
    ]);
    if (!lasted) await rest(PAUSE, undefined, { signal: stop }).catch(() => {});
    while (!stop.aborted) {
      try {
        const at = await renew(stop);
        const token = await resumeSession(at, id, stop);
        if (!token) break;
        const made = await connect(at, stop);
        if (over) return;
        gateway = made;
        resumedAt = performance.now();
        heard = false;
        channel!.resume(made, token.open());
        return;
      } catch (error) {
        if (error instanceof CloudError && (IN_VAIN.has(error.trouble) || needsSignIn(error))) break;
        if (!(error instanceof CloudError || error instanceof WayError || stop.aborted)) {
          end(lost);
          throw error;
        }
        await rest(PAUSE, undefined, { signal: stop }).catch(() => {});
      }
    }
    end(lost);
  }
  const stop = () => end(new WayError("WAY_LOST", "it was stopped"), true);
  const limit = setTimeout(() => end(new WayError("WAY_TIMEOUT", "its agent did not answer")), AGENT);
  signal.addEventListener("abort", stop, { once: true });
  try {
    gateway = await connect(access, signal);
    if (!over) {
      channel = createChannel(gateway, { token: token.open(), kind }, {
        onOpen: (agent) => agreed.resolve(agent),
        onBytes(bytes) {
          // Agents of old do not say first who they are.
          if (kind === "shell") agreed.resolve("");
          events.onBytes(bytes);
        },
        onUnreached: () => events.onUnreached?.(),
        onEnd: end,
      });
    }
    const agent = await agreed.promise;
    open = true;
    const { send, resize } = channel!;
    return {
      agent,
      send,
      resize,
      pause() {
        paused = true;
        gateway?.pause();
      },
      resume() {
        paused = false;
        gateway?.resume();
      },
      end,
    };
  } catch (error) {
    end(error as WayError);
    throw error;
  } finally {
    clearTimeout(limit);
    signal.removeEventListener("abort", stop);
  }
}
