import type { z } from "zod";
import { broken, Fault, ServerError } from "../fault.ts";

/** How often a transaction is kept while rows wait to be wanted, ms: the service ends one after three minutes. */
const PING = 100_000;
/** How often at most: rows that wait for longer than an hour are let go of. */
const MOST_PINGS = 36;

/** Waits until a sink wants the next row, and keeps what would end meanwhile. */
export async function awaitedRow(
  going: boolean | Promise<boolean>,
  keepAlive: () => Promise<unknown>,
): Promise<boolean> {
  if (typeof going === "boolean") return going;
  let pings = 0;
  const timer = setInterval(() => pings++ < MOST_PINGS && void keepAlive(), PING);
  try {
    return await going;
  } finally {
    clearInterval(timer);
  }
}

/** Reads an answer by its shape. Throws a Fault that holds nothing of it. */
export function read<T>(shape: z.ZodType<T>, value: unknown): T {
  const { data, error } = shape.safeParse(value);
  if (error) {
    throw broken(
      `${error.issues[0]?.path.join(".").slice(0, 100) || "an answer"} is not as it is documented`,
    );
  }
  return data as T;
}

/** How long is waited before a statement is asked after, ms: at first, and at most. */
const FIRST_LOOK = 100, LONGEST_LOOK = 1500;

/** Waits before a statement is asked after once more, longer each time; ends at once when the signal is aborted. */
export function lookAgain(looks: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, Math.min(LONGEST_LOOK, FIRST_LOOK * 1.5 ** Math.min(looks, 20)));
    signal.addEventListener("abort", over);
  });
}

/** A number of bytes for people: `1.5 GB`. */
export function byteWords(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
  const power = bytes < 1000 ? 0 : Math.min(5, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power]}`;
}

/** What a connection that was closed says. */
export const CLOSED = new Fault("CLOSED", "the connection was closed");

/** A refusal of a cursor in the words of the statement that it is for: which it would write, and where it is wrong. */
export function ofCursor(error: ServerError, shift: number): ServerError {
  const { code, message, more: { position, ...more } } = error;
  const writes = /^(0A000|42P11|42601)$/.test(code) && /data-modifying|\bINTO\b/.test(message);
  const at = position !== undefined && position > shift ? { position: position - shift } : {};
  return new ServerError(writes ? "25006" : code, message, { ...more, ...at });
}
