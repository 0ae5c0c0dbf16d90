import { setTimeout } from "node:timers/promises";
import type * as z from "zod";
import { broken, ServerError } from "../errors.ts";

/** Returns an answer checked against a schema. Throws a DriverError that contains nothing of the answer. */
export function read<T>(shape: z.ZodType<T>, value: unknown): T {
  const { data, error } = shape.safeParse(value);
  if (error) {
    throw broken(
      `${error.issues[0]?.path.join(".").slice(0, 100) || "an answer"} is not as it is documented`,
    );
  }
  return data as T;
}

/** First and maximum time between two looks at a running statement, in ms. */
const FIRST_LOOK = 100, MAX_LOOK = 1500;

/** Waits before the next look at a running statement, longer each time. Ends at once when the signal is aborted. */
export async function lookAgain(looks: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(MAX_LOOK, FIRST_LOOK * 1.5 ** Math.min(looks, 20));
  await setTimeout(ms, undefined, { signal }).catch(() => {});
}

/** Returns the position, in characters from 1, of a line and a column of a text, both from 1. */
export function positionAt(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, one) => sum + Array.from(one).length + 1, 0) + column;
}

/**
 * Returns the error of a cursor as one of its statement: the code for a statement that would write, and the
 * position within it.
 */
export function ofCursor(error: ServerError, shift: number): ServerError {
  const { code, message, more: { position, ...more } } = error;
  const writes = /^(0A000|42P11|42601)$/.test(code) && /data-modifying|\bINTO\b/.test(message);
  const at = position !== undefined && position > shift ? { position: position - shift } : {};
  return new ServerError(writes ? "25006" : code, message, { ...more, ...at });
}
