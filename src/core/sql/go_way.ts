import { wayOf } from "../ways/mod.ts";
import { type Destination, WayError } from "../ways/way.ts";
import { tlsRequest } from "./driver/postgres/outgoing.ts";
import { type Engine, ENGINES } from "./engines/mod.ts";

/** Maximum time in ms until the server at the end of a way has sent something. */
const MAX_WAIT = 25_000;

/**
 * Opens a way and waits until the server at its end has answered. Returns null when it has, else the reason.
 * The wait is needed because a session of an account does not report whether it reached its destination, and
 * a failure that shows later would be blamed on the next connection. The opened way stays open for a while,
 * for the connections that follow.
 */
export async function goWay(
  via: string,
  to: Destination & { readonly engine: Engine },
  onStep: (step: string) => void,
  signal: AbortSignal,
): Promise<WayError | null> {
  let stream;
  try {
    stream = wayOf(via).open({ host: to.host, port: to.port }, onStep);
  } catch (error) {
    if (error instanceof WayError) return error;
    throw error;
  }
  const { promise, resolve } = Promise.withResolvers<WayError | null>();
  const late = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT)]);
  const stop = () =>
    resolve(
      signal.aborted
        ? new WayError("WAY_CANCELLED", "it was stopped")
        : new WayError("WAY_TIMEOUT", "the server said nothing in time"),
    );
  // A PostgreSQL server answers whether it speaks TLS; a MySQL server sends a greeting without being asked.
  if (ENGINES[to.engine].protocol === "postgres") {
    stream.once("connect", () => void stream.write(tlsRequest()));
  }
  stream.once("data", () => resolve(null));
  for (const over of ["end", "close"]) {
    stream.on(over, () => resolve(new WayError("WAY_LOST", "the server ended it without a word")));
  }
  stream.on(
    "error",
    (error) => resolve(error instanceof WayError ? error : new WayError("WAY_FAILED", error.message)),
  );
  late.addEventListener("abort", stop, { once: true });
  if (late.aborted) stop();
  try {
    return await promise;
  } finally {
    late.removeEventListener("abort", stop);
    stream.destroy();
  }
}
