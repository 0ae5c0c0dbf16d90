/** Processes all items, `count` at a time. When one fails, those in progress are completed and the rest is skipped. */
export async function sideBySide<T>(
  items: Iterable<T>,
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const lane = async () => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      await work(next.value).catch((error) => {
        failed = true;
        throw error;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: count }, lane));
  for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
}
