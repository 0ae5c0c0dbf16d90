import type { Target } from "./connection.ts";
import { DriverError } from "./errors.ts";
import type { Wire } from "./wire.ts";

/**
 * Cuts a connection after `limit` ms or when the signal is aborted, unless the returned function is called
 * before. Over a way the time starts when the way is open, because a way has a limit of its own and may ask
 * the user questions.
 */
export function limitWire(
  wire: Wire,
  { way }: Pick<Target, "way">,
  limit: number,
  signal: AbortSignal | undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const begin = () => {
    if (over) return;
    timer = setTimeout(
      () => wire.cut(new DriverError("ETIMEDOUT", "the server did not answer in time")),
      limit,
    );
  };
  if (way) void wire.made.then(begin);
  else begin();
  const abort = () => void wire.cut(new DriverError("ABORT", "it was stopped"));
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  return () => {
    over = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
}
