/** Wakes one waiter. When `notify` is called before `wait`, the wait ends at once. */
export function createNotify() {
  let notified = Promise.withResolvers<boolean>();
  return {
    notify: () => notified.resolve(true),
    /** Cancels earlier notifications. */
    clear: () => notified = Promise.withResolvers(),
    /** Resolves to true when notified within `ms`, otherwise to false. */
    async wait(ms: number) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<boolean>((resolve) => timer = setTimeout(resolve, ms, false));
      const result = await Promise.race([notified.promise, silence]);
      clearTimeout(timer);
      return result;
    },
  };
}
