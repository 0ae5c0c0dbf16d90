import type { Command, CommandResult } from "../../core/app/command.ts";
import type { WindowState } from "../../core/state/state.ts";
import type { PagesOptions } from "./options.ts";
import type { PageDefinition, Parts } from "../page.ts";
import { mayCommand, pageOf } from "../registry.ts";
import { MAX_MESSAGE } from "./message_limit.ts";
import { type FromPage, fromPage, type ToPage } from "./protocol.ts";
import { createQueries, NOT_ALLOWED, type Query } from "./queries.ts";
import { fieldsOf, jsonOrNull } from "../../core/json_values.ts";

/** Maximum commands of one page in progress. */
const MAX_PENDING = 32;
/** Maximum errors of one page written to the log, because more than these come from a loop. */
const MAX_ERRORS = 20;

const NOT_UNDERSTOOD = { ok: false, error: "Kedge did not understand the page's request." } as const;

/** A message that gets a reply. */
type Answered = Extract<FromPage, { type: "command" | "open" }>;

/** The options of the page server, and what a connection needs beyond them. */
export interface ConnectionContext extends PagesOptions {
  /** Returns a one-time address of a window, or of a part of it. */
  address(window: string, target?: string): string;
  /** Returns the window that an id currently stands for; undefined when it has closed. */
  windowOf(id: string): WindowState | undefined;
  onReady(window: string): void;
}

/** The WebSocket of one page. */
export type PageConnection = ReturnType<typeof serveConnection>;

/** Serves one page over its socket until either side closes it. */
export function serveConnection(
  socket: WebSocket,
  window: string,
  context: ConnectionContext,
  onEnd: () => void,
) {
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

  /**
   * A page prepared in advance may get input before it knows the id of its window. Commands about its own id
   * are about the window it shows.
   */
  const ofShown = (command: Command, { id }: WindowState): Command =>
    "window" in command && command.window === window ? { ...command, window: id } as Command : command;

  function send(message: ToPage): boolean {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends the parts of the model that have changed since the last call. */
  function refresh(): void {
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
      // The page must show the change before it gets the reply, because the
      // user's next key is about the new content.
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
    const raw = jsonOrNull(data);
    const message = parseMessage(raw);
    if (message === null) {
      const { id, type } = fieldsOf(raw);
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

/** An uncaught error of a page. */
class PageError extends Error {
  override readonly name = "PageError";

  constructor(message: string, stack?: string) {
    super(message);
    if (stack) this.stack = stack;
  }
}

/**
 * Parses a message; null when it is invalid. Deeply nested values exhaust
 * the stack of the schema, which throws then.
 */
function parseMessage(raw: unknown): FromPage | null {
  try {
    return fromPage.safeParse(raw).data ?? null;
  } catch {
    return null;
  }
}
