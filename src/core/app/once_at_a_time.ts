/**
 * Wraps `work` so that equal calls at the same time share one result. A row that is clicked twice then opens
 * one browser window.
 */
export function onceAtATime<Asked, Outcome>(
  work: (asked: Asked) => Promise<Outcome>,
): (asked: Asked) => Promise<Outcome> {
  const going = new Map<string, Promise<Outcome>>();
  return (asked) => {
    const key = JSON.stringify(asked);
    const known = going.get(key);
    if (known) return known;
    const mine = work(asked).finally(() => going.delete(key));
    going.set(key, mine);
    return mine;
  };
}
