import type { ListStatus } from "./gathered.ts";
import { settledOrAborted } from "./polled.ts";
import type { RowSource } from "./rows.ts";

/** Returns the state of a list after its first load or failure; null when the signal aborts first. */
export async function untilLoaded<Status extends ListStatus>(
  status: RowSource<Status>,
  signal: AbortSignal,
): Promise<Status | null> {
  const { promise, resolve } = Promise.withResolvers<Status | null>();
  const look = async () => {
    const read = await status.read(0, 1, signal);
    const now = read.ok ? read.rows[0] : undefined;
    if (now && !now.loading && (now.at !== null || now.faults.length > 0)) resolve(now);
  };
  const end = status.subscribe(() => void look());
  void look();
  await settledOrAborted(promise, signal).finally(end);
  return signal.aborted ? null : await promise;
}
