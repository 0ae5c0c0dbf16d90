import type { Buffer } from "node:buffer";
import type { StartedSession } from "../../aws/managed/sessions.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { WayError } from "../way.ts";
import { type Channel, createChannel, type SessionKind } from "./channel.ts";
import { type OpenGateway, openGateway } from "./gateway.ts";

/** How long the agent may take to answer, in ms. */
const AGENT = 20_000;

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

/** Opens the data channel of a session that AWS has started; settles when its agent has agreed. Throws a WayError. */
export async function openConversation(
  { url, token }: Pick<StartedSession, "url" | "token">,
  kind: SessionKind,
  access: ResourceTarget,
  events: ConversationEvents,
  signal: AbortSignal,
): Promise<Conversation> {
  const agreed = Promise.withResolvers<string>();
  agreed.promise.catch(() => {});
  let gateway: OpenGateway | null = null, channel: Channel | null = null, over = false;
  const end = (error: WayError, closed = false) => {
    if (over) return;
    over = true;
    channel?.terminate();
    channel?.close();
    gateway?.close();
    agreed.reject(error);
    events.onEnd(error, closed);
  };
  const stop = () => end(new WayError("WAY_LOST", "it was stopped"), true);
  const limit = setTimeout(() => end(new WayError("WAY_TIMEOUT", "its agent did not answer")), AGENT);
  signal.addEventListener("abort", stop, { once: true });
  try {
    gateway = await openGateway(
      url,
      access,
      { onMessage: (bytes) => channel?.take(bytes), onEnd: end },
      signal,
    );
    if (over) gateway.close();
    else {
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
    const { send, resize } = channel!;
    return {
      agent,
      send,
      resize,
      pause: () => over || gateway!.pause(),
      resume: () => over || gateway!.resume(),
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
