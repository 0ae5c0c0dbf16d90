/** Wakes one waiter. When `notify` is called before `wait`, the wait ends at once. */
interface Notify {
  notify(): void;
  /** Cancels earlier notifications. */
  clear(): void;
  /** Resolves to true when notified within `ms`, otherwise to false. */
  wait(ms: number): Promise<boolean>;
}

/** Creates a Notify without a notification. */
export function createNotify(): Notify {
  let notified = Promise.withResolvers<boolean>();
  return {
    notify: () => notified.resolve(true),
    clear: () => notified = Promise.withResolvers(),
    async wait(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<boolean>((resolve) => timer = setTimeout(resolve, ms, false));
      const result = await Promise.race([notified.promise, silence]);
      clearTimeout(timer);
      return result;
    },
  };
}
