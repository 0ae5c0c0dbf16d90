import type { CommandResult } from "../core/app/command.ts";
import type { WindowState } from "../core/state/state.ts";
import { pageModel } from "./model.ts";
import type { PagesOptions } from "./options.ts";
import { mayCommand } from "./permissions.ts";
import { type FromPage, fromPage, MAX_MESSAGE, type ToPage } from "./protocol.ts";

/** Log lines in one message. */
const BATCH = 500;
/** Commands that one page may have under way. */
const MAX_PENDING = 32;
/** Errors of one page that are passed on; after that it is a loop. */
const MAX_ERRORS = 20;

const NOT_ALLOWED: CommandResult = { ok: false, error: "This page may not do that." };
const NOT_UNDERSTOOD: CommandResult = { ok: false, error: "Kedge did not understand the page's request." };

/** What a connection needs beyond the options. */
export interface ConnectionContext extends PagesOptions {
  /** A one-time address of a window, or of a part of it. */
  address(window: string, target?: string): string;
  onReady(window: string): void;
}

/** One page's WebSocket. */
export interface Connection {
  /** Sends what has changed since the last time. */
  refresh(): void;
  close(): void;
}

/** Serves one page over its socket until either side ends it. */
export function serveConnection(
  socket: WebSocket,
  window: string,
  context: ConnectionContext,
  onEnd: () => void,
): Connection {
  const { store } = context;
  let sentModel = "";
  let logFrom: number | null = null;
  let logBusy = false;
  let pending = 0;
  let errors = 0;

  const own = (): WindowState | undefined => store.get().windows.find(({ id }) => id === window);

  function send(message: ToPage): boolean {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function refresh() {
    const current = own();
    if (!current) {
      send({ type: "closed" });
      socket.close(1000);
      return;
    }
    const model = pageModel(current, store.get());
    const text = JSON.stringify({ type: "model", model } satisfies ToPage);
    if (text !== sentModel && socket.readyState === WebSocket.OPEN) {
      socket.send(text);
      sentModel = text;
    }
    void sendLog();
  }

  /** Sends the lines that the run has and the page has not, in batches and in order. */
  async function sendLog() {
    if (logBusy) return;
    logBusy = true;
    try {
      while (logFrom !== null) {
        const run = store.get().runs.find(({ id }) => id === own()?.params.run);
        if (!run || run.logLines <= logFrom) return;
        const from: number = logFrom;
        const lines = await context.runLog(run.id, from, BATCH);
        if (lines.length === 0 || logFrom !== from || !send({ type: "log", from, lines })) return;
        logFrom = from + lines.length;
      }
    } catch (error) {
      context.onError(error, window);
    } finally {
      logBusy = false;
    }
  }

  async function answer(message: Extract<FromPage, { id: number }>): Promise<CommandResult> {
    const current = own();
    if (!current) return { ok: false, error: "This window is closed." };
    switch (message.type) {
      case "command":
        return mayCommand(current, message.command, store.get())
          ? await context.dispatch(message.command, window)
          : NOT_ALLOWED;
      case "address":
        return current.page === "home" && store.get().windows.some(({ id }) => id === message.window)
          ? { ok: true, value: { address: context.address(message.window) } }
          : NOT_ALLOWED;
      case "reviewFile": {
        const review = store.get().reviews.find(({ id }) => id === current.params.review);
        const file = current.page === "review" &&
          review?.bundle?.files.find(({ path }) => path === message.path);
        return file ? { ok: true, value: { text: file.text, before: file.before } } : NOT_ALLOWED;
      }
      case "openLink":
        if (!URL.canParse(message.url) || new URL(message.url).protocol !== "https:") return NOT_ALLOWED;
        await context.openInBrowser(message.url);
        return { ok: true };
      case "openReport": {
        const dialog = store.get().dialogs.find(({ id }) => id === current.params.dialog);
        if (dialog?.kind !== "html") return NOT_ALLOWED;
        await context.openInBrowser(context.address(window, `report/${encodeURIComponent(dialog.id)}`));
        return { ok: true };
      }
    }
  }

  async function reply(message: Extract<FromPage, { id: number }>) {
    if (pending >= MAX_PENDING) {
      send({ type: "reply", id: message.id, result: { ok: false, error: "Too many requests at once." } });
      return;
    }
    pending++;
    let result: CommandResult;
    try {
      result = await answer(message);
    } catch (error) {
      context.onError(error, window);
      result = { ok: false, error: "Kedge failed to do that.", hint: "The log says why." };
    } finally {
      pending--;
    }
    send({ type: "reply", id: message.id, result });
  }

  function receive(data: unknown) {
    if (typeof data !== "string" || data.length > MAX_MESSAGE) return socket.close(1009);
    const raw = parseJson(data);
    const message = parseMessage(raw);
    if (message === null) {
      const id = (raw as { id?: unknown } | null)?.id;
      if (typeof id === "number") send({ type: "reply", id, result: NOT_UNDERSTOOD });
      return;
    }
    if (message.type === "log") {
      logFrom = message.from;
      void sendLog();
    } else if (message.type === "ready") {
      context.onReady(window);
    } else if (message.type === "error") {
      if (errors++ < MAX_ERRORS) context.onError(new PageError(message.message, message.stack), window);
    } else {
      void reply(message);
    }
  }

  socket.onopen = refresh;
  socket.onmessage = ({ data }) => receive(data);
  socket.onclose = onEnd;
  socket.onerror = () => {};
  return { refresh, close: () => socket.close(1001) };
}

/** An error that happened in a page and was caught nowhere. */
export class PageError extends Error {
  override readonly name = "PageError";

  constructor(message: string, stack?: string) {
    super(message);
    if (stack) this.stack = stack;
  }
}

/** Null for what is no message; a value nested without end exhausts the schema's stack. */
function parseMessage(raw: unknown): FromPage | null {
  try {
    return fromPage.safeParse(raw).data ?? null;
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
