import { serveUser } from "../../core/platform/peer/serve.ts";
import { type ConnectionContext, type PageConnection, serveConnection } from "./connection.ts";
import { answerAsset, answerPart } from "./parts.ts";
import { headersFor, NOTHING, WORDS } from "./headers.ts";
import type { PagesOptions } from "./options.ts";
import type { ToPage } from "./protocol.ts";
import { nextAfter } from "./queries.ts";
import { createReports } from "./reports.ts";
import { createSessions } from "./sessions.ts";
import { receiveUpload } from "./upload.ts";
import { createWaiting } from "./waiting.ts";
import { percentDecoded } from "../../core/text/percent.ts";

/** Maximum sockets of one window: its page, and the same page in one or two browser tabs. */
const MAX_SOCKETS = 8;
/** The text for a user who opens a one-time address again, for example from the browser's history. */
const SPENT = "This address of Kedge opens once, and not for long: it was used already, or is too old.\n" +
  "“kedge --browser” prints a new one.\n";
/** The text shown instead of a page whose window was closed before the page was requested. */
const CLOSED = "This window of Kedge is closed.\nOpen it again from the tray or the home page.\n";
/**
 * Turns off Deno's check of idle sockets, because its timer outlives a broken socket and
 * would keep an ended Kedge running for 15 s.
 */
const SOCKET = { idleTimeout: 0 } as const;

/** The running page server. */
export type Pages = Awaited<ReturnType<typeof servePages>>;

/**
 * Serves the pages of all windows on 127.0.0.1, on a port that the system chooses, to this user only. A
 * one-time address sets a cookie for its window only. Other requests are refused without a message, except
 * for an address that was used already.
 */
export async function servePages(options: PagesOptions) {
  const { store } = options;
  const sessions = createSessions();
  const reports = createReports(options);
  const connections = new Map<string, Set<PageConnection>>();
  let port = 0;

  const waiting = createWaiting(store);
  const { windowOf } = waiting;
  const address = (window: string, target?: string, life?: number) =>
    `http://127.0.0.1:${port}/open/${sessions.invite(window, target, life)}`;
  const listeners: ((window: string) => void)[] = [];
  const onReady = (window: string) => listeners.forEach((listener) => listener(window));
  const context: ConnectionContext = { ...options, address, windowOf, onReady };
  const refuse = (status: number, headers: Record<string, string> = {}) => {
    const all = headersFor(NOTHING);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return new Response(null, { status, headers: all });
  };

  const tell = (words: string, status: number) =>
    new Response(words, { status, headers: headersFor(WORDS, "text/plain; charset=utf-8") });

  function open(token: string): Response {
    const session = sessions.redeem(token);
    const spent = sessions.spent(token);
    if (session ? !windowOf(session.window) : spent === "closed") return tell(CLOSED, 200);
    if (!session) return spent ? tell(SPENT, 403) : refuse(403);
    const path = `/window/${encodeURIComponent(session.window)}/`;
    return refuse(303, {
      "location": path + session.target,
      "set-cookie": `${cookieName(port)}=${session.cookie}; Path=${path}; HttpOnly; SameSite=Strict`,
    });
  }

  function notASocket(request: Request): Response | null {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") return refuse(426);
    return request.headers.get("origin") === `http://127.0.0.1:${port}` ? null : refuse(403);
  }

  /**
   * Answers a page whose window was closed while the page loaded or slept. It gets the files that all pages
   * share, so that it can start and show that the window is closed; without them it would stay blank.
   */
  async function answerClosed(part: string, request: Request): Promise<Response> {
    if (request.method !== "GET") return refuse(403);
    if (part === "") return tell(CLOSED, 200);
    return part === "socket" ? tellClosed(request) : await answerAsset(part, options) ?? refuse(403);
  }

  /** Tells a page that its window was closed before it connected, because the page would try to connect for ever. */
  function tellClosed(request: Request): Response {
    const refused = notASocket(request);
    if (refused) return refused;
    const { socket, response } = Deno.upgradeWebSocket(request, SOCKET);
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "closed" } satisfies ToPage));
      socket.close(1000);
    };
    return response;
  }

  function connect(request: Request, window: string): Response {
    const refused = notASocket(request);
    if (refused) return refused;
    const mine = connections.get(window) ?? new Set();
    if (mine.size >= MAX_SOCKETS) return refuse(429);
    const { socket, response } = Deno.upgradeWebSocket(request, SOCKET);
    const connection = serveConnection(socket, window, context, () => mine.delete(connection));
    connections.set(window, mine.add(connection));
    return response;
  }

  async function handle(request: Request): Promise<Response> {
    const origin = request.headers.get("origin");
    if (request.headers.get("host") !== `127.0.0.1:${port}`) return refuse(403);
    if (origin !== null && origin !== `http://127.0.0.1:${port}`) return refuse(403);
    const { pathname, searchParams } = new URL(request.url);
    const [, first, second, ...rest] = pathname.split("/").map((part) => percentDecoded(part) ?? undefined);
    if (second === undefined) return refuse(403);
    if (first === "open" && rest.length === 0) {
      return request.method === "GET" ? open(second) : refuse(405, { allow: "GET" });
    }
    if (first === "window" && rest[0] === "link" && rest.length === 3 && request.method === "GET") {
      return reports.openLink(second, rest[1] ?? "", rest[2] ?? "") ?? refuse(403);
    }
    const cookies = cookiesOf(request, port);
    if (first !== "window") return refuse(403);
    const part = rest.join("/");
    const admitted = cookies.some((cookie) => sessions.admits(cookie, second));
    if (!admitted && !cookies.some((cookie) => sessions.belonged(cookie, second))) return refuse(403);
    const window = admitted ? windowOf(second) : null;
    if (!window) return await answerClosed(part, request);
    const method = part === "upload" ? "POST" : "GET";
    if (request.method !== method) return refuse(405, { allow: method });
    if (part === "socket") return connect(request, second);
    if (part === "upload") {
      if (origin === null) return refuse(403);
      return await receiveUpload(request, searchParams.get("name") ?? "", window, options);
    }
    return await answerPart(rest, window, options, reports, port) ?? refuse(404);
  }

  const onError = (error: unknown) => {
    options.onError(error, "");
    return refuse(500);
  };
  // Other users of the machine and actions are refused, even with a valid token.
  const server = serveUser({ onError }, () => refuse(403), handle);
  port = server.port;

  const stopFollowing = follow(options, () => {
    const open = new Set([...store.get().windows.map(({ id }) => id), ...waiting.ids()]);
    sessions.keep(open);
    reports.keep(new Set(store.get().dialogs.map(({ id }) => id)));
    for (const [window, mine] of connections) {
      for (const connection of mine) connection.refresh();
      if (!open.has(window)) connections.delete(window);
    }
  });
  await options.assets;
  const show = (id: string) => connections.get(id)?.forEach((connection) => connection.refresh());

  return {
    port,
    /** Returns a new address that shows the window once. It is valid for `life` milliseconds, one minute by default. */
    openAddress: (window: string, life?: number) => address(window, undefined, life),
    /** Whether a page of the window is connected. */
    connected: (window: string) => (connections.get(window)?.size ?? 0) > 0,
    /**
     * Prepares a window in advance: its page loads and shows its content without parameters. From `give` to
     * `take`, its id stands for a window of the state.
     */
    prepare: waiting.prepare,
    /** Makes a prepared page show that window of the state at once. */
    give(id: string, window: string): void {
      waiting.stand(id, window);
      show(id);
    },
    /** Makes the page wait again. */
    take(id: string): void {
      waiting.stand(id, null);
      show(id);
    },
    /** Calls the listener whenever a window's page shows its first model. */
    whenReady: (listener: (window: string) => void) => void listeners.push(listener),
    /** Closes all connections and stops listening. */
    async close(): Promise<void> {
      stopFollowing();
      for (const mine of connections.values()) for (const connection of mine) connection.close();
      reports.close();
      await server.shutdown();
    },
  };
}

/**
 * Calls `refresh` after changes of the state: at once after a pause, in a burst at most every 30 ms, and for
 * at most a tenth of the time.
 */
function follow({ store }: PagesOptions, refresh: () => void): () => void {
  let next = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = store.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const start = performance.now();
      refresh();
      next = nextAfter(start);
    }, Math.max(0, next - performance.now()));
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Cookies are shared by all ports, so the port in the name separates two running Kedges. */
function cookieName(port: number): string {
  return `kedge-${port}`;
}

function cookiesOf(request: Request, port: number): string[] {
  const prefix = `${cookieName(port)}=`;
  return (request.headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix)).map((cookie) => cookie.slice(prefix.length));
}
