import { Buffer } from "node:buffer";
import type { RowSink } from "../connection.ts";
import { driverRow } from "../rows.ts";

/** Time in ms between calls that keep a transaction open while rows wait. The service ends it after three minutes. */
const PING = 100_000;
/** Maximum such calls, so that rows that wait for longer than an hour are given up. */
const MAX_PINGS = 36;

/** A cell as a service returned it: UTF-8 text, or bytes; null is NULL. */
export type ServiceCell = string | Uint8Array | null;

/**
 * Passes rows to a sink, and calls `keepAlive` while one has to wait. Returns false when no more are wanted.
 */
export async function handRows(
  sink: RowSink,
  rows: Iterable<readonly ServiceCell[]>,
  keepAlive: () => Promise<unknown> = () => Promise.resolve(),
): Promise<boolean> {
  for (const cells of rows) {
    const parts = cells.map((cell) => typeof cell === "string" ? Buffer.from(cell) : cell);
    const going = sink.row(...driverRow(parts));
    if (going !== true && !await awaitedRow(going, keepAlive)) return false;
  }
  return true;
}

/** Waits until a sink wants the next row, and calls `keepAlive` meanwhile. */
async function awaitedRow(
  going: boolean | Promise<boolean>,
  keepAlive: () => Promise<unknown>,
): Promise<boolean> {
  if (typeof going === "boolean") return going;
  let pings = 0;
  const timer = setInterval(() => pings++ < MAX_PINGS && void keepAlive(), PING);
  try {
    return await going;
  } finally {
    clearInterval(timer);
  }
}
