import { ENGINES } from "../engines/mod.ts";
import type { Target } from "./connection.ts";
import { Fault } from "./fault.ts";
import { limitTime } from "./limit.ts";
import { socketOf } from "./socket.ts";
import { Wire } from "./wire.ts";

/** How long it may take, in ms. */
const PROBE_LIMIT = 5000;

/**
 * Whether something accepts connections where a server should be: null when it does, else what the system says. Nothing is
 * sent; what answers there, and whether it is fit, the sign-in finds out. MySQL's greeting is read first, so that it is not
 * hung up on in the middle of it. It counts a connection without a sign-in all the same, until one works: only some
 * hundred in a row (max_connect_errors) shut a computer out.
 */
export async function probe(
  target: Pick<Target, "engine" | "host" | "port" | "way">,
  signal: AbortSignal,
  limit = PROBE_LIMIT,
): Promise<Fault | null> {
  const wire = new Wire({
    host: target.host,
    port: target.port,
    way: target.way,
    socket: socketOf(target),
  });
  const abort = () => void wire.cut(new Fault("ABORT", "it was stopped"));
  const unlimit = limitTime(wire, target, limit);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    await wire.connect();
    if (ENGINES[target.engine].protocol === "mysql") {
      await wire.need(4);
      await wire.need(4 + wire.buffer.readUIntLE(wire.start, 3));
    }
    return null;
  } catch (error) {
    return wire.connected && !signal.aborted ? null : error as Fault;
  } finally {
    unlimit();
    signal.removeEventListener("abort", abort);
    abort();
  }
}
