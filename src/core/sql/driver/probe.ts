import { ENGINES } from "../engines/mod.ts";
import type { Target } from "./connection.ts";
import { DriverError } from "./errors.ts";
import { limitWire } from "./limit.ts";
import { socketOf } from "./socket.ts";
import { Wire } from "./wire.ts";

/** Maximum time of a probe in ms. */
const PROBE_LIMIT = 5000;

/**
 * Returns null when something accepts connections at a server's address, else the system's error. Nothing is
 * sent: only a sign-in shows whether it is the right server. MySQL's greeting is read before the connection
 * is closed. MySQL still counts a connection without a sign-in as an error, but refuses a computer only after
 * some hundred in a row (max_connect_errors), and a sign-in resets the count.
 */
export async function probe(
  target: Pick<Target, "engine" | "host" | "port" | "way">,
  signal: AbortSignal,
  limit = PROBE_LIMIT,
): Promise<DriverError | null> {
  const wire = new Wire({ ...target, socket: socketOf(target) });
  const unlimit = limitWire(wire, target, limit, signal);
  try {
    await wire.connect();
    if (ENGINES[target.engine].protocol === "mysql") {
      await wire.need(4);
      await wire.need(4 + wire.buffer.readUIntLE(wire.start, 3));
    }
    return null;
  } catch (error) {
    return wire.connected && !signal.aborted ? null : error as DriverError;
  } finally {
    unlimit();
    wire.cut(new DriverError("ABORT", "the probe is over"));
  }
}
