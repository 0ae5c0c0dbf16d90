import type { Command, CommandResult } from "../../core/app/command.ts";
import type { WindowState } from "../../core/state/state.ts";
import type { PagesOptions } from "./options.ts";
import type { PageDefinition, Parts } from "../page.ts";
import { mayCommand, pageOf } from "../registry.ts";
import { MAX_MESSAGE } from "./message_limit.ts";
import { type FromPage, fromPage, type ToPage } from "./protocol.ts";
import { createQueries, NOT_ALLOWED, type Query } from "./queries.ts";

/** Commands that one page may have under way. */
const MAX_PENDING = 32;
/** Errors forwarded per page; more than this is a loop. */
const MAX_ERRORS = 20;

const NOT_UNDERSTOOD = { ok: false, error: "Kedge did not understand the page's request." } as const;

/** A message that is answered by a reply. */
type Answered = Extract<FromPage, { type: "command" | "open" }>;

/** What a connection needs beyond the options. */
export interface ConnectionContext extends PagesOptions {
  /** A one-time address of a window, or of a part of it. */
  address(window: string, target?: string): string;
  /** The window that an id means now. */
  windowOf(id: string): WindowState | undefined;
  onReady(window: string): void;
}

/** One page's WebSocket. */
export interface PageConnection {
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
): PageConnection {
  const { store } = context;
  let shown: ReturnType<PageDefinition["model"]> | undefined;
  let sent: Parts = {};
  let pending = 0;
  let errors = 0;

  const queries = createQueries(
    (id, answer) => send({ type: "rows", id, answer }),
    (error) => context.onError(error, window),
  );

  const shownWindow = () => context.windowOf(window);

  /** A page that waited may be used before it knows which window it shows: what it says of its own is about that one. */
  const ofShown = (command: Command, { id }: WindowState): Command =>
    "window" in command && command.window === window ? { ...command, window: id } as Command : command;

  function send(message: ToPage): boolean {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function refresh() {
    const current = shownWindow();
    if (!current) {
      send({ type: "closed" });
      socket.close(1000);
      return;
    }
    shown ??= pageOf(current).model();
    const state = store.get();
    const parts: Parts = { window: current, app: state.app, ...shown(state, current) };
    const changed = Object.entries(parts).filter(([name, part]) => part !== sent[name]);
    if (changed.length > 0 && send({ type: "change", parts: Object.fromEntries(changed) })) sent = parts;
  }

  function ask(query: Query) {
    const current = shownWindow();
    const definition = current && Object.entries(pageOf(current).queries ?? {})
      .find(([name]) => name === query.name)?.[1];
    const { id, count } = query;
    if (!definition || count > definition.most) return void send({ type: "rows", id, answer: NOT_ALLOWED });
    const params = definition.params.safeParse(query.params);
    if (!params.success) return void send({ type: "rows", id, answer: NOT_UNDERSTOOD });
    const rows = () => definition.rows(params.data as never, { ...context, window: current });
    context.read(current.id, () => queries.open(query, rows));
  }

  async function answer(message: Answered): Promise<CommandResult> {
    const current = shownWindow();
    if (!current) return { ok: false, error: "This window is closed." };
    switch (message.type) {
      case "command": {
        const command = ofShown(message.command, current);
        return mayCommand(current, command, store.get())
          ? await context.dispatch(command, current.id, message.pressed)
          : NOT_ALLOWED;
      }
      case "open":
        if (!pageOf(current).opens?.(message.part, current, store.get())) return NOT_ALLOWED;
        await context.openInBrowser(context.address(window, message.part));
        return { ok: true };
    }
  }

  async function reply(message: Answered) {
    if (pending >= MAX_PENDING) {
      send({ type: "reply", id: message.id, result: { ok: false, error: "Too many requests at once." } });
      return;
    }
    pending++;
    let result: CommandResult;
    try {
      result = await answer(message);
      // The page must show the change before it gets the answer, because the next key is about that.
      await queries.newest();
      if (shownWindow()) refresh();
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
      const { id, type } = (raw ?? {}) as { readonly id?: unknown; readonly type?: unknown };
      if (typeof id !== "number") return;
      if (type === "query") send({ type: "rows", id, answer: NOT_UNDERSTOOD });
      else send({ type: "reply", id, result: NOT_UNDERSTOOD });
      return;
    }
    switch (message.type) {
      case "query":
        return ask(message);
      case "cancel":
        return queries.cancel(message.id);
      case "ready":
        return context.onReady(window);
      case "error":
        if (errors++ < MAX_ERRORS) context.onError(new PageError(message.message, message.stack), window);
        return;
      default:
        void reply(message);
    }
  }

  socket.onopen = refresh;
  socket.onmessage = ({ data }) => receive(data);
  socket.onclose = () => {
    queries.close();
    onEnd();
  };
  socket.onerror = () => {};
  return { refresh, close: () => socket.close(1001) };
}

/** An error that happened in a page and was caught nowhere. */
class PageError extends Error {
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
