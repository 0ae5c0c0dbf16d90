import { wayOf } from "./mod.ts";
import { type Destination, WayError } from "./way.ts";

/** How long a way may take to its end, in ms. */
const LONGEST = 25_000;

/** Goes a way to its end and back; null: it leads there. What it opened stays for a while, and serves who comes next. */
export async function goWay(
  via: string,
  to: Destination,
  onStep: (step: string) => void,
  signal: AbortSignal,
): Promise<WayError | null> {
  let stream;
  try {
    stream = wayOf(via).open(to, onStep);
  } catch (error) {
    if (error instanceof WayError) return error;
    throw error;
  }
  const { promise, resolve } = Promise.withResolvers<WayError | null>();
  const late = AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]);
  const stop = () =>
    resolve(
      signal.aborted
        ? new WayError("WAY_CANCELLED", "it was stopped")
        : new WayError("WAY_TIMEOUT", "it did not open in time"),
    );
  stream.on("connect", () => resolve(null));
  stream.on("close", () => resolve(new WayError("WAY_LOST", "it was closed")));
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
