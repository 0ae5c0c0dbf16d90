import { connectToInstance } from "./connect.ts";
import { hangUp, LineReader, send } from "./lines.ts";

/** A conversation with the other process, while it lasts. */
export interface Channel {
  /** Sends a message as JSON; does nothing when the other side has gone. */
  send(message: unknown): void;
  /** Calls `listener` with each later message of the other side. */
  hear(listener: (message: unknown) => void): void;
  /** Aborts when the other side has gone or stopped reading, or when this side ends the conversation. */
  readonly signal: AbortSignal;
}

/** Maximum length of a message in bytes, and maximum number of messages that wait for a side that does not read. */
const MAX_MESSAGE_LENGTH = 256 * 1024, MAX_WAITING = 2000;

/** Holds a conversation over a connection until `talk` settles, the other side goes, or `ending` aborts. */
export async function converse(
  connection: Deno.Conn,
  lines: LineReader,
  ending: AbortSignal,
  talk: (channel: Channel) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const listeners: ((message: unknown) => void)[] = [];
  const end = () => {
    over.abort();
    hangUp(connection);
  };
  ending.addEventListener("abort", end, { once: true });
  let waiting = 0;
  let sent = Promise.resolve();
  const channel: Channel = {
    send(message) {
      if (over.signal.aborted) return;
      // A reader that stalls must not fill the memory of this process.
      if (++waiting > MAX_WAITING) return end();
      sent = sent.then(() => send(connection, `${JSON.stringify(message)}\n`)).then(
        () => void waiting--,
        end,
      );
    },
    hear: (listener) => void listeners.push(listener),
    signal: over.signal,
  };
  const hearing = (async () => {
    lines.patience = Infinity;
    lines.longest = MAX_MESSAGE_LENGTH;
    try {
      while (!over.signal.aborted) {
        const message: unknown = JSON.parse(await lines.next());
        for (const listener of listeners) listener(message);
      }
    } catch {
      end();
    }
  })();
  if (ending.aborted) end();
  try {
    // `talk` would wait for an abort that has happened already.
    if (!over.signal.aborted) await talk(channel);
    await sent;
  } finally {
    ending.removeEventListener("abort", end);
    end();
    await hearing;
  }
}

/** Starts a conversation with the running Kedge of a home and calls `talk`. Returns false when no Kedge runs. */
export async function talkToFirst(
  home: string,
  name: string,
  opening: unknown,
  ending: AbortSignal,
  talk: (channel: Channel) => Promise<void>,
): Promise<boolean> {
  let connection: Deno.Conn;
  try {
    connection = await connectToInstance(home);
  } catch {
    return false;
  }
  try {
    await send(connection, `with ${name} ${JSON.stringify(opening)}\n`);
  } catch {
    hangUp(connection);
    return false;
  }
  await converse(connection, new LineReader(connection), ending, talk);
  return true;
}
