import { Buffer } from "node:buffer";
import type { StartedSession } from "../../aws/managed/sessions.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { WayError } from "../way.ts";
import { type Channel, createChannel } from "./channel.ts";
import { type OpenGateway, openGateway } from "./gateway.ts";

/** How long the agent may take to answer, in ms. */
const AGENT = 20_000;

/** A shell at the other end of a session. */
export interface Shell {
  /** Sends what was typed; settles once more may be sent. */
  write(bytes: Uint8Array): Promise<void>;
  /** Tells how large the terminal is, in characters. */
  resize(size: { readonly columns: number; readonly rows: number }): void;
  /** Nothing more is received until `resume()`: the other side is held up. */
  pause(): void;
  resume(): void;
  /** Ends it; `ended` settles. */
  end(): void;
  /** Its last words once it has ended by itself or was ended. Rejects with a WayError when the connection is lost. */
  readonly ended: Promise<string>;
}

/** Opens the shell of a session that AWS has started; settles when its agent has agreed. Throws a WayError. */
export async function openShell(
  { url, token }: Pick<StartedSession, "url" | "token">,
  access: ResourceTarget,
  onBytes: (bytes: Buffer) => void,
  signal: AbortSignal,
): Promise<Shell> {
  const agreed = Promise.withResolvers<void>(), ended = Promise.withResolvers<string>();
  for (const { promise } of [agreed, ended]) promise.catch(() => {});
  let gateway: OpenGateway | null = null, channel: Channel | null = null, over = false;
  const end = (error: WayError, closed = false) => {
    if (over) return;
    over = true;
    channel?.terminate();
    channel?.close();
    gateway?.close();
    agreed.reject(error);
    if (closed) ended.resolve(error.message);
    else ended.reject(error);
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
      channel = createChannel(gateway, { token: token.open(), kind: "shell" }, {
        onOpen: () => agreed.resolve(),
        onBytes(bytes) {
          // Agents of old do not say first who they are.
          agreed.resolve();
          onBytes(bytes);
        },
        onUnreached: () => {},
        onEnd: end,
      });
    }
    await agreed.promise;
  } catch (error) {
    end(error as WayError);
    throw error;
  } finally {
    clearTimeout(limit);
  }
  const open = channel!;
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        // What is over takes nothing more, and nobody waits for it.
        if (over || bytes.length === 0) resolve();
        else {
          open.send(Buffer.from(bytes), resolve);
          void ended.promise.then(() => resolve(), () => resolve());
        }
      }),
    resize: (size) => {
      if (!over) open.resize(size);
    },
    pause: () => gateway!.pause(),
    resume: () => over || gateway!.resume(),
    end: stop,
    ended: ended.promise,
  };
}
