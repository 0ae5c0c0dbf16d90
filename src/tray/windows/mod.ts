/** Real windows that follow the state's list of windows; a separate process draws them. */
import type { Problem, WindowState } from "../../core/state/state.ts";
import { followColourScheme } from "./colour_scheme.ts";
import { createFocusWaits } from "./focus.ts";
import { changes, shapeNow } from "./follow.ts";
import { iconFolder } from "./icons.ts";
import { webviewLibrary } from "./library.ts";
import { type DesktopWindows, type DesktopWindowsOptions, TIMES } from "./options.ts";
import { crashProblem, pageCrashProblem, problemOf } from "./problems.ts";
import { type ChildProcess, startChild } from "./process.ts";
import type { FromChild } from "./protocol.ts";
import { createReloads } from "./reloads.ts";
import { createShowing } from "./showing.ts";
import { createWarmPage } from "./warm.ts";

/** Delay between Kedge's start and the start of the windows' process that makes the first window fast, in ms. */
const WARM_MS = 1500;
/** How long a windows' process without windows and without a waiting page stays, in ms. */
const IDLE_MS = 30_000;
/** A second crash within this time, in ms, is not followed by another start. */
const CRASH_MS = 60_000;
/** Time in ms after a failure that a wish for a window does not start the process again. */
const FAILED_MS = 5_000;

/** Makes real windows follow `state.windows` until it is closed. */
export function createDesktopWindows(options: DesktopWindowsOptions): DesktopWindows {
  const { store, env = Deno.env.toObject() } = options;
  const times = { ...TIMES, ...options.times };
  let child: ChildProcess | null = null;
  /**
   * `starting` until the process reports that it can show windows; `failed` until a window is wanted again, or
   * the user chooses the browser.
   */
  let mode: "idle" | "starting" | "ready" | "failed" | "browser" | "closed" = "idle";
  let shown: readonly WindowState[] = [];
  let crashedAt = -Infinity;
  let failedAt = -Infinity;
  let reloads = createReloads();
  let dark: boolean | null = null;
  /** Scale of text that the desktop wants; 1 is the usual size. */
  let scale = 1;
  /** Whether a page waits in the current process. */
  let waiting = false;
  let idle: ReturnType<typeof setTimeout> | undefined;

  async function start() {
    if (mode !== "idle") return;
    mode = "starting";
    reloads = createReloads();
    try {
      // On a full disk windows go without their icons.
      const icons = await iconFolder(options.paths).catch((error) => (options.onError(error), ""));
      const args = [await webviewLibrary(options.paths), icons];
      if (stopped()) return;
      // After a crash the process runs without the measures that save memory, because one of them may be the
      // cause.
      if (crashedAt > 0) args.push("usual");
      const started = child = startChild(args, env, (message) => receive(message, started), times.silence);
      void started.ended.then((errors) => ended(started, errors));
    } catch (error) {
      fail(
        problemOf({ type: "failed", reason: "library", message: (error as Error).message }, Deno.build.os),
      );
    }
  }

  /** Returns the desktop's scale of text times the user's zoom. */
  const zoom = () => scale * store.get().personal.zoom;
  const warm = options.warm &&
    createWarmPage(
      options.warm,
      options.address,
      (message) => child?.send(message),
      zoom,
      options.activation,
    );

  const mayWait = (now: boolean) => warm !== undefined && (options.mayWait?.(now) ?? true);

  const stopped = () => mode === "closed" || mode === "browser";

  function receive(message: FromChild, from: ChildProcess) {
    if (child !== from || stopped()) return;
    switch (message.type) {
      case "ready":
        mode = "ready";
        options.onProblem(null);
        sendColourScheme();
        child?.send({ type: "zoom", zoom: zoom() });
        waiting = mayWait(false);
        if (waiting) warm?.load();
        follow();
        return endLater();
      case "scale":
        scale = message.scale;
        return zoomAll();
      case "failed":
        // The process before ended with its display, which is no crash.
        if (message.reason === "display") crashedAt = -Infinity;
        return fail(problemOf(message, Deno.build.os));
      case "closed":
        // Esc that is held, or pressed twice, may close a window again that the state has closed meanwhile.
        if (shown.some(({ id }) => id === message.id)) options.onClosed(message.id);
        return;
      case "focused":
        return focus.came(message.id);
      case "crashed": {
        const page = warm?.crashed(message.id) ?? message.id;
        if (!reloads.again(page)) {
          fail(pageCrashProblem());
          return void from.end();
        }
        return from.send({ type: "load", id: message.id, url: options.address(page) });
      }
      case "dropped":
        for (const path of message.paths) options.onDropped?.(path);
        return;
      case "error":
        return options.onError(`The windows' process: ${message.message}`);
    }
  }

  /** Handles a process that ended by itself: the first time another one is started, the second time it is a problem. */
  function ended(which: ChildProcess, errors: string) {
    if (child !== which || stopped() || mode === "failed") return;
    forgetChild();
    options.onError(`The windows' process ended by itself. ${errors}`.trim());
    const again = performance.now() - crashedAt < CRASH_MS;
    crashedAt = performance.now();
    if (again) return fail(crashProblem(errors));
    mode = "idle";
    void start();
  }

  /** Forgets a process that has gone, and what it showed. */
  function forgetChild() {
    child = null;
    shown = [];
    showing.keepOnly([]);
    focus.forget();
    warm?.lose();
  }

  function fail(problem: Problem) {
    if (stopped()) return;
    mode = "failed";
    failedAt = performance.now();
    shown = [];
    focus.keepOnly([]);
    options.onProblem(problem);
  }

  const showing = createShowing({
    windows: () => shown,
    send: (message) => child?.send(message),
    address: options.address,
    late: times.late,
    onError: options.onError,
  });

  const focus = createFocusWaits((message) => child?.send(message));

  /** Applies a new scale; windows grow and shrink with their content. */
  function zoomAll() {
    if (mode !== "ready") return;
    child?.send({ type: "zoom", zoom: zoom() });
    for (const window of shown) child?.send({ type: "change", id: window.id, ...shapeNow(window, zoom()) });
  }

  function sendColourScheme() {
    if (mode === "ready" && dark !== null) child?.send({ type: "dark", dark });
  }

  function follow() {
    const { windows } = store.get();
    focus.keepOnly(windows);
    if (mode === "failed" && windows.length > 0 && performance.now() - failedAt > FAILED_MS) {
      // The display may be there again, after the user has signed in anew.
      forgetChild();
      mode = "idle";
      options.onRetry?.();
    }
    if (mode === "idle" && windows.length > 0) void start();
    if (mode === "ready") {
      for (
        const message of changes(warm?.follow(shown, windows) ?? shown, windows, options.address, zoom())
      ) {
        const comes = (message.type === "open" || message.type === "raise") && message.asked !== undefined;
        const activation = comes ? options.activation?.take() : undefined;
        child?.send(comes && activation !== undefined ? { ...message, activation } : message);
        if (message.type === "open") showing.opened(message.id);
      }
      shown = windows;
      showing.keepOnly(windows);
      focus.ask();
      endLater();
    }
    if (mode === "browser") {
      const before = shown;
      shown = windows;
      for (const message of changes(before, windows, options.address)) {
        if (message.type === "open") options.openInBrowser(message.url).catch(options.onError);
        if (message.type === "raise") {
          options.openInBrowser(options.address(message.id)).catch(options.onError);
        }
      }
    }
  }

  /**
   * Frees resources that only open windows need once none is left. Without a waiting page that is the whole
   * process.
   */
  function endLater() {
    clearTimeout(idle);
    if (mode !== "ready" || shown.length > 0) return;
    idle = setTimeout(() => waiting ? child?.send({ type: "rest" }) : rest(), IDLE_MS);
    Deno.unrefTimer(idle);
  }

  /** Ends the process until a window opens, or memory allows a waiting page. */
  function rest() {
    const leaving = child;
    child = null;
    mode = "idle";
    waiting = false;
    warm?.lose();
    void leaving?.end();
  }

  /** Starts or ends the waiting page as the available memory changes. */
  function look() {
    if (mode === "idle" && mayWait(false)) void start();
    if (mode === "ready" && !waiting && mayWait(false)) {
      waiting = true;
      warm?.load();
    }
    if (mode === "ready" && waiting && shown.length === 0 && !mayWait(true)) rest();
  }

  options.whenReady((window) => warm?.ready(window) || showing.show(window));
  const unsubscribe = store.subscribe((state, before) => {
    if (state.personal.zoom !== before.personal.zoom) zoomAll();
    if (state.windows !== before.windows) follow();
  });
  const scheme = Deno.build.os !== "linux" ? null : followColourScheme(env, (now) => {
    dark = now;
    sendColourScheme();
  });
  const warming = warm && setTimeout(look, WARM_MS);
  const looking = warm && setInterval(look, times.look);
  if (looking !== undefined) Deno.unrefTimer(looking);
  follow();

  async function leave(next: "browser" | "closed") {
    mode = next;
    clearTimeout(warming);
    clearInterval(looking);
    clearTimeout(idle);
    scheme?.stop();
    const leaving = child;
    child = null;
    shown = [];
    focus.keepOnly([]);
    await leaving?.end();
  }

  return {
    focused(window) {
      if (stopped() || mode === "failed" || !store.get().windows.some(({ id }) => id === window)) {
        return Promise.resolve();
      }
      const had = focus.until(window);
      if (mode === "ready") focus.ask();
      return had;
    },
    useBrowser() {
      if (stopped()) return;
      void leave("browser");
      options.onProblem(null);
      follow();
    },
    async close() {
      unsubscribe();
      await leave("closed");
    },
  };
}
