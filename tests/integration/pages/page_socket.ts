import type { ToPage } from "../../../src/pages/http/protocol.ts";
import { beginWait } from "../../runner/slowness.ts";
import type { TestPages } from "../../support/pages/pages.ts";

type Of<T extends ToPage["type"]> = Extract<ToPage, { type: T }>;

/** The socket of a page, used by a plain client. */
export interface PageSocket {
  /** Returns the next unread message of that type; fails after a minute. */
  next<T extends ToPage["type"]>(type: T): Promise<Of<T>>;
  /** Returns the number of unread messages of that type. */
  waiting(type: ToPage["type"]): number;
  send(message: unknown): void;
  /** The close code. */
  readonly closed: Promise<number>;
  close(): Promise<void>;
}

/** Deno's WebSocket accepts headers, but the types are the browser's, which the pages share. */
const HeadedSocket = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket;

/** Opens the socket of a window as its page does; `before` is called once the page is loaded. */
export async function openSocket(
  pages: TestPages,
  window: string,
  before: () => void = () => {},
): Promise<PageSocket> {
  const { page, cookie } = await pages.visit(window);
  before();
  const socket = new HeadedSocket(`${page.replace("http", "ws")}socket`, {
    headers: { cookie, origin: pages.origin },
  });
  const messages: ToPage[] = [];
  let wake = () => {};
  socket.onmessage = ({ data }) => {
    messages.push(JSON.parse(data));
    wake();
  };
  const closed = new Promise<number>((resolve) => socket.onclose = ({ code }) => resolve(code));
  await new Promise<unknown>((resolve) => socket.onopen = socket.onerror = resolve);
  return {
    async next(type) {
      const isOver = beginWait(60_000);
      for (;;) {
        const at = messages.findIndex((message) => message.type === type);
        if (at >= 0) return messages.splice(at, 1)[0] as Of<typeof type>;
        if (isOver()) throw new Error(`no ${type} came`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 100);
        });
      }
    },
    waiting: (type) => messages.filter((message) => message.type === type).length,
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    closed,
    async close() {
      socket.close();
      await closed;
    },
  };
}
