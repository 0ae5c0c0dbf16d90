import type { CommandResult } from "../../core/app/command.ts";
import type { Common } from "../../pages/page.ts";
import { MAX_MESSAGE } from "../../pages/http/message_limit.ts";
import type { FromPage, RowsAnswer, ToPage } from "../../pages/http/protocol.ts";
import type { Client, ConnectionStatus, RowQuestion, Watched } from "./client.ts";
import { sincePress } from "./pressed.ts";

/** Milliseconds before each attempt to reconnect; the last value repeats. */
const PAUSES = [50, 100, 250, 500, 1000, 2000];

/** Maximum milliseconds to wait for the first rows before the window is shown. */
const FIRST_ROWS = 200;

/** Maximum errors that a page writes to the log, because more than these come from a loop. */
const MAX_REPORTS = 20;

const LOST = {
  ok: false,
  error: "The connection to Kedge was lost.",
  hint: "It comes back by itself while Kedge runs.",
} as const;

const TOO_MUCH = {
  ok: false,
  error: "This is more than Kedge takes at once.",
  hint: "Take a part of it.",
} as const;

/** A message without its id, of the kinds that get a reply. */
type Request = Extract<FromPage, { type: "command" | "open" }> extends infer T
  ? T extends unknown ? Omit<T, "id"> : never
  : never;

type Query = Extract<FromPage, { type: "query" }>;

/** A question together with the listener of the view that asked it. */
interface Asked extends RowQuestion {
  answered: boolean;
  readonly listener: (answer: RowsAnswer) => void;
}

/**
 * Connects the page to Kedge and restores the connection when it breaks. `base` is the
 * address of the page; tests pass another one.
 */
export function connectPage<M extends Common>(base: string = location.href): Client<M> {
  const model = watched<M | null>(null);
  const status = watched<ConnectionStatus>("connecting");
  const pending = new Map<number, (result: CommandResult) => void>();
  const waiting: string[] = [];
  const asked = new Map<number, Asked>();
  let whenAnswered: (() => void) | undefined;
  let socket: WebSocket | undefined;
  let attempts = 0;
  let nextId = 1;
  let reported = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open() {
    socket = new WebSocket(new URL("socket", base).href.replace(/^http/, "ws"));
    socket.onopen = () => {
      attempts = 0;
      status.set("open");
      for (const text of waiting.splice(0)) socket?.send(text);
      for (const [id, question] of asked) ask(id, question);
    };
    socket.onmessage = ({ data }) => receive(JSON.parse(data) as ToPage);
    socket.onclose = () => {
      if (status.get() === "closed") return;
      if (status.get() === "open") status.set("lost");
      fail();
      timer = setTimeout(open, PAUSES[Math.min(attempts++, PAUSES.length - 1)]);
    };
  }

  function receive(message: ToPage) {
    switch (message.type) {
      case "change":
        return model.set({ ...model.get(), ...message.parts } as M);
      case "reply":
        pending.get(message.id)?.(message.result);
        return void pending.delete(message.id);
      case "rows": {
        const question = asked.get(message.id);
        if (!question) return;
        question.answered = true;
        if (!question.live && !(message.answer.ok && goesOn(question, message.answer))) {
          asked.delete(message.id);
        }
        question.listener(message.answer);
        return reportAnswered();
      }
      case "closed":
        return end();
    }
  }

  function transmit(message: FromPage) {
    send(JSON.stringify(message));
  }

  function send(text: string) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    else if (status.get() === "connecting") waiting.push(text);
  }

  function request(message: Request): Promise<CommandResult> {
    if (status.get() === "lost" || status.get() === "closed") return Promise.resolve(LOST);
    const id = nextId++;
    const text = JSON.stringify({ ...message, id });
    // Kedge closes the connection of a page that sends a longer message.
    if (text.length > MAX_MESSAGE) return Promise.resolve(TOO_MUCH);
    const { promise, resolve } = Promise.withResolvers<CommandResult>();
    pending.set(id, resolve);
    send(text);
    return promise;
  }

  function ask(id: number, { name, params, from, count, live }: RowQuestion) {
    if (socket?.readyState !== WebSocket.OPEN) return;
    transmit({ type: "query", id, name, params: params as Query["params"], from, count, live });
  }

  function reportAnswered() {
    if (whenAnswered && [...asked.values()].every(({ answered }) => answered)) whenAnswered();
  }

  /**
   * Answers all pending requests with an error, because their replies were lost. Live questions are kept and
   * asked again, except when the window is closed.
   */
  function fail() {
    waiting.length = 0;
    for (const resolve of pending.values()) resolve(LOST);
    pending.clear();
    for (const [id, { live, listener }] of [...asked]) {
      if (live && status.get() !== "closed") continue;
      asked.delete(id);
      listener(LOST);
    }
  }

  function end() {
    status.set("closed");
    clearTimeout(timer);
    socket?.close();
    fail();
  }

  open();
  return {
    model,
    status,
    send: (command) => request({ type: "command", command, ...sincePress() }),
    query(question, listener) {
      const id = nextId++;
      if (!question.live && (status.get() === "lost" || status.get() === "closed")) {
        queueMicrotask(() => listener(LOST));
        return () => {};
      }
      asked.set(id, { ...question, listener, answered: false });
      ask(id, question);
      return () => {
        if (asked.delete(id)) transmit({ type: "cancel", id });
        reportAnswered();
      };
    },
    open: (part) => request({ type: "open", part }),
    async upload(file) {
      try {
        const response = await fetch(new URL(`upload?name=${encodeURIComponent(file.name)}`, base), {
          method: "POST",
          headers: { "content-type": "application/octet-stream" },
          body: file,
        });
        return await response.json() as CommandResult;
      } catch {
        return LOST;
      }
    },
    ready() {
      const timer = setTimeout(() => whenAnswered?.(), FIRST_ROWS);
      whenAnswered = () => {
        whenAnswered = undefined;
        clearTimeout(timer);
        transmit({ type: "ready" });
      };
      reportAnswered();
    },
    report(message, stack) {
      if (reported++ < MAX_REPORTS) {
        transmit({ type: "error", message: message.slice(0, 4000), stack: stack?.slice(0, 8000) });
      }
    },
    close: end,
  };
}

/** Whether further parts of the answer to a question follow. */
function goesOn({ from, count }: RowQuestion, answer: Extract<RowsAnswer, { ok: true }>): boolean {
  const after = answer.from + answer.rows.length;
  return answer.more && answer.rows.length > 0 && after < from + count;
}

/** Writes the page's uncaught errors to Kedge's log. */
export function reportErrors(client: Pick<Client, "report">): void {
  addEventListener("error", (event) => client.report(String(event.message), stackOf(event.error)));
  addEventListener("unhandledrejection", (event) => {
    client.report(`Unhandled: ${String(event.reason)}`, stackOf(event.reason));
  });
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/** Creates a watched value with a setter. Setting the same value calls no listener. */
function watched<T>(initial: T): Watched<T> & { set(value: T): void } {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
