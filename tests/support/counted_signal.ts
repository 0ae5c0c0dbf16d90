/** Returns a signal that counts its listeners. */
export function countedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const count = { listeners: 0 };
  const add = signal.addEventListener.bind(signal), remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    count.listeners++;
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    count.listeners--;
    remove(...given);
  };
  return { controller, count };
}
