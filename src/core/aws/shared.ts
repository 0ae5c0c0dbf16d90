/**
 * Shares work among all callers that want the same at the same time. The work stops when its last caller has
 * left; a caller that leaves early does not stop it for the others.
 */
export function createShared<Result>(): (
  key: string,
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result> {
  const running = new Map<string, { result: Promise<Result>; waiting: number; stop: AbortController }>();
  return (key, work, signal) => {
    if (signal.aborted) return Promise.reject(signal.reason);
    let shared = running.get(key);
    if (!shared) {
      const stop = new AbortController();
      const result = work(stop.signal).finally(() => {
        if (running.get(key) === shared) running.delete(key);
      });
      shared = { result, waiting: 0, stop };
      running.set(key, shared);
    }
    const joined = shared;
    joined.waiting++;
    return new Promise<Result>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener("abort", abandon);
        if (--joined.waiting > 0) return;
        if (running.get(key) === joined) running.delete(key);
        joined.stop.abort();
      };
      const abandon = () => {
        leave();
        reject(signal.reason);
      };
      signal.addEventListener("abort", abandon, { once: true });
      joined.result.then(
        (value) => {
          leave();
          resolve(value);
        },
        (error) => {
          leave();
          reject(error);
        },
      );
    });
  };
}
