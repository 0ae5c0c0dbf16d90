import type { Buffer } from "node:buffer";
import { setTimeout as rest } from "node:timers/promises";
import { CloudError, needsSignIn } from "../../aws/errors.ts";
import { resumeSession, type StartedSession } from "../../aws/managed/sessions.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { WayError } from "../way.ts";
import { type Channel, createChannel, type SessionKind } from "./channel.ts";
import { type OpenGateway, openGateway } from "./gateway.ts";

/** Maximum time for the agent to answer, ms. */
const AGENT = 20_000;
/** Time for which a lost connection is resumed before it is reported, and the pause between attempts, ms. */
const RESUMES = 3000, PAUSE = 400;
/** Error codes after which resuming is pointless: the role may not resume the session, or it has ended. */
const IN_VAIN: ReadonlySet<string> = new Set(["denied", "missing"]);

/** The events of a conversation. */
interface ConversationEvents {
  onBytes(bytes: Buffer): void;
  /** The agent could not reach the destination. */
  onUnreached?(): void;
  /** The conversation has ended; `closed` tells that this was intended. Called once, even when it never opened. */
  onEnd(error: WayError, closed: boolean): void;
}

/** A session that the agent has accepted. */
export interface Conversation extends Pick<Channel, "send" | "resize"> {
  /** The agent's version; "" when it does not report one. */
  readonly agent: string;
  /** Stops receiving until `resume()`, so that the other side must wait. */
  pause(): void;
  resume(): void;
  /** Ends the conversation and makes the agent end the session. */
  end(error: WayError, closed?: boolean): void;
}

/**
 * Opens the data channel of a session that AWS has started; resolves when the agent has accepted it. Throws a
 * WayError. A connection that is lost later is resumed with credentials from `renew`, without losing data.
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
  /**
   * Times in ms: when the connection was lost and when it was resumed. `heard`: whether data has arrived
   * since then.
   */
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
  /** Resumes the session after its connection was lost; ends with the error `lost` when that fails in time. */
  async function resume(lost: WayError): Promise<void> {
    if (over || !gateway) return;
    gateway = null;
    channel!.pause();
    const now = performance.now();
    // A connection that was lost before any data arrived does not count, so the time since the first loss
    // continues.
    const lasted = heard || now - resumedAt > RESUMES;
    if (lasted) lostAt = now;
    const stop = AbortSignal.any([
      ending.signal,
      AbortSignal.timeout(Math.max(0, RESUMES - (now - lostAt))),
    ]);
    // Nor is AWS asked without a pause for one that gave data and was cut at once.
    if (!lasted || now - resumedAt < PAUSE) await rest(PAUSE, undefined, { signal: stop }).catch(() => {});
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
        if (error instanceof CloudError && (IN_VAIN.has(error.code) || needsSignIn(error))) break;
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
          // Old agents do not report their version first.
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
