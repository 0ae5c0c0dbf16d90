import type { CommandResult } from "../../core/app/command.ts";
import type { LogLine } from "../../core/state/state.ts";
import type { PageModel } from "../../pages/model.ts";
import type { FromPage, ToPage } from "../../pages/protocol.ts";
import type { Client, ConnectionStatus } from "./client.ts";
import { watched } from "./watched.ts";

/** Pauses between attempts to reconnect, in ms; the last one repeats. */
const PAUSES = [50, 100, 250, 500, 1000, 2000];

/** Errors that a page reports; after that it is a loop. */
const MAX_REPORTS = 20;

const LOST: CommandResult = {
  ok: false,
  error: "The connection to Kedge was lost.",
  hint: "It comes back by itself while Kedge runs.",
};

/** A message without its id, of the kinds that are answered. */
type Request = Extract<FromPage, { id: number }> extends infer T ? T extends unknown ? Omit<T, "id"> : never
  : never;

/**
 * Connects the page to Kedge and keeps it connected. `base` is the page's own address; the default is
 * right everywhere but in tests.
 */
export function connect<M extends PageModel>(base: string = location.href): Client<M> {
  const model = watched<M | null>(null);
  const status = watched<ConnectionStatus>("connecting");
  const pending = new Map<number, (result: CommandResult) => void>();
  const waiting: string[] = [];
  const listeners = new Set<(lines: readonly LogLine[]) => void>();
  const seen: LogLine[] = [];
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
      if (listeners.size > 0) transmit({ type: "log", from: seen.length });
      for (const text of waiting.splice(0)) socket?.send(text);
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
      case "model":
        return model.set(message.model as M);
      case "reply":
        pending.get(message.id)?.(message.result);
        return void pending.delete(message.id);
      case "log": {
        const lines = message.lines.slice(Math.max(0, seen.length - message.from));
        if (message.from > seen.length || lines.length === 0) return;
        seen.push(...lines);
        for (const listener of [...listeners]) listener(lines);
        return;
      }
      case "closed":
        return end();
    }
  }

  function transmit(message: FromPage) {
    const text = JSON.stringify(message);
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    else if (status.get() === "connecting") waiting.push(text);
  }

  function request(message: Request): Promise<CommandResult> {
    if (status.get() === "lost" || status.get() === "closed") return Promise.resolve(LOST);
    const id = nextId++;
    const { promise, resolve } = Promise.withResolvers<CommandResult>();
    pending.set(id, resolve);
    transmit({ ...message, id } as FromPage);
    return promise;
  }

  /** Ends what waits for an answer that can no longer come. */
  function fail() {
    waiting.length = 0;
    for (const resolve of pending.values()) resolve(LOST);
    pending.clear();
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
    send: (command) => request({ type: "command", command }),
    log(listener) {
      if (seen.length > 0) listener(seen.slice());
      listeners.add(listener);
      if (listeners.size === 1 && status.get() === "open") transmit({ type: "log", from: seen.length });
      return () => listeners.delete(listener);
    },
    async reviewFile(path) {
      const result = await request({ type: "reviewFile", path });
      return result.ok ? result.value as { text?: string; before?: string } : null;
    },
    async address(window) {
      const result = await request({ type: "address", window });
      return result.ok ? (result.value as { address: string }).address : null;
    },
    openLink: (url) => request({ type: "openLink", url }),
    openReport: () => request({ type: "openReport" }),
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
    ready: () => transmit({ type: "ready" }),
    report(message, stack) {
      if (reported++ < MAX_REPORTS) {
        transmit({ type: "error", message: message.slice(0, 4000), stack: stack?.slice(0, 8000) });
      }
    },
    close: end,
  };
}

/** Passes the page's uncaught errors on to Kedge's log. */
export function reportErrors(client: Pick<Client, "report">): void {
  addEventListener("error", (event) => client.report(String(event.message), stackOf(event.error)));
  addEventListener("unhandledrejection", (event) => {
    client.report(`Unhandled: ${String(event.reason)}`, stackOf(event.reason));
  });
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}
