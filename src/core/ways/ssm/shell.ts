import { Buffer } from "node:buffer";
import type { StartedSession } from "../../aws/managed/sessions.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { WayError } from "../way.ts";
import { type Conversation, openConversation } from "./conversation.ts";

/** The shell at the other end of a session. */
export interface Shell extends Pick<Conversation, "resize" | "pause" | "resume"> {
  /** Sends typed bytes; resolves when more may be sent. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the shell; `ended` resolves. */
  end(): void;
  /** Resolves with the last message once the shell has ended. Rejects with a WayError when the connection is lost. */
  readonly ended: Promise<string>;
}

/** Opens the shell of a session that AWS has started; resolves when the agent has accepted it. Throws a WayError. */
export async function openShell(
  started: StartedSession,
  access: ResourceTarget,
  onBytes: (bytes: Buffer) => void,
  signal: AbortSignal,
): Promise<Shell> {
  const ended = Promise.withResolvers<string>();
  ended.promise.catch(() => {});
  let over = false;
  const conversation = await openConversation(started, "shell", access, () => Promise.resolve(access), {
    onBytes,
    onEnd(error, closed) {
      over = true;
      if (closed) ended.resolve(error.message);
      else ended.reject(error);
    },
  }, signal);
  const end = () => conversation.end(new WayError("WAY_LOST", "it was stopped"), true);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        // A shell that has ended accepts no more bytes, and nobody may wait for it.
        if (over || bytes.length === 0) return resolve();
        conversation.send(Buffer.from(bytes), resolve);
        void ended.promise.then(() => resolve(), () => resolve());
      }),
    resize(size) {
      if (!over) conversation.resize(size);
    },
    pause: conversation.pause,
    resume: conversation.resume,
    end,
    ended: ended.promise,
  };
}
