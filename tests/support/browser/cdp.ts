/** A connection to a browser over the DevTools protocol: calls with their answers, and events. */
export interface Cdp {
  call(method: string, params?: object, session?: string): Promise<Record<string, unknown>>;
  on(listener: (method: string, params: Record<string, unknown>, session?: string) => void): void;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

/** Connects to the browser's WebSocket address. */
export async function connectCdp(address: string): Promise<Cdp> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error(`No browser answers at ${address}`));
  });
  const pending = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  const listeners: Parameters<Cdp["on"]>[0][] = [];
  let next = 1;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data) as Message;
    if (message.id === undefined) {
      for (const listener of listeners) {
        listener(message.method ?? "", message.params ?? {}, message.sessionId);
      }
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.error) call?.reject(new Error(message.error.message));
    else call?.resolve(message.result ?? {});
  };
  socket.onclose = () => {
    for (const call of pending.values()) call.reject(new Error("The browser is gone"));
    pending.clear();
  };
  return {
    call(method, params = {}, sessionId) {
      const id = next++;
      const answer = Promise.withResolvers<Record<string, unknown>>();
      pending.set(id, answer);
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      return answer.promise;
    },
    on: (listener) => void listeners.push(listener),
    close: () => socket.close(),
  };
}
