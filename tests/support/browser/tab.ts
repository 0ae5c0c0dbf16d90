import { beginWait } from "../../runner/slowness.ts";
import { restAfter } from "../../desktop/harness/wait.ts";
import type { Cdp } from "./cdp.ts";
import { keyEvent } from "./keys.ts";

/** Shortest pause between two checks of a page, in ms. */
const QUICK = 15;

/**
 * Defines `document.shownText`: the page's text without what is only read out, which stays after what was
 * shown has gone.
 */
const SHOWN_TEXT = `Object.defineProperty(document, "shownText", {
  get: () =>
    [...document.body?.children ?? []].filter((part) => !part.matches("[data-voice]"))
      .map((part) => part.innerText).join("\\n"),
})`;

/** Options of a tab. */
export interface TabOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Number of screen pixels per CSS pixel, in each direction; default 1. */
  readonly density?: number;
  /** Media features beside the colour scheme, for example `{"prefers-contrast": "more"}`. */
  readonly media?: Readonly<Record<string, string>>;
  /** Script that runs in each page before the page's own scripts. */
  readonly script?: string;
}

/** An element as assistive technology perceives it. */
interface Heard {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly focused: boolean;
}

/** A node of the DevTools accessibility tree, with the fields that are read here. */
interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly description?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** A page in the browser. */
export interface Tab {
  /** Problems in the page: exceptions, errors on its console, refusals of the content security policy. */
  readonly problems: string[];
  /** Returns the value of an expression; awaits a promise. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until the expression is true. Throws after `limit` ms, by default a minute, with the content of the page. */
  until(expression: string, limit?: number): Promise<void>;
  /** Presses a key: `Enter`, `Escape`, `Tab`, `Shift+Tab`, `Control+f`, `a`. */
  press(...keys: string[]): Promise<void>;
  /** Presses a key and holds it, so that it repeats `times` times. */
  hold(key: string, times?: number): Promise<void>;
  /** Repeats a key that was pressed elsewhere and is still held. */
  repeat(key: string): Promise<void>;
  /** Types a text into the focused element. */
  type(text: string): Promise<void>;
  /**
   * Waits until the selector matches an element that can be pressed, and clicks it with the mouse. A `count`
   * over 1 is a further click of a double click, and goes to whatever is there by then.
   */
  click(selector: string, count?: number): Promise<void>;
  /**
   * Waits until the expression returns a visible and enabled element, then clicks, focuses or selects it. An
   * expression that throws counts as an element that is missing so far. Throws after `limit` ms, by default a
   * minute, with what was missing.
   */
  reach(element: string, then?: "click" | "focus" | "select", limit?: number): Promise<void>;
  /** Opens another address and waits until it is loaded. */
  go(address: string): Promise<void>;
  /** Returns the processor time of the page's scripts since the tab was opened, in ms. */
  scriptTime(): Promise<number>;
  /** Returns the bytes that the page's scripts hold, after a garbage collection. */
  heldBytes(): Promise<number>;
  screenshot(): Promise<Uint8Array>;
  /** Returns what assistive technology perceives of the page, in order. */
  heard(): Promise<Heard[]>;
  resize(width: number, height: number): Promise<void>;
  /** Sets the system's colours to dark or light. */
  dim(dark: boolean): Promise<void>;
  /** Sets media features, for example `{"forced-colors": "active"}`, until {@link dim} is called. */
  media(features: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

/** What the browser says of a page that was left. */
const LEFT = /navigated or closed|context was destroyed|Cannot find (default )?(execution )?context/i;

/** Returns false for an error that means that the page was left; throws any other error. */
function betweenPages(error: Error): false {
  if (LEFT.test(error.message)) return false;
  throw error;
}

/** Opens `address` in a tab and waits until it is loaded. */
export async function createTab(cdp: Cdp, address: string, options: TabOptions = {}): Promise<Tab> {
  const { targetId } = await cdp.call("Target.createTarget", { url: "about:blank", newWindow: true });
  const attached = await cdp.call("Target.attachToTarget", { targetId, flatten: true });
  const session = attached.sessionId as string;
  const call = (method: string, params?: object) => cdp.call(method, params, session);
  const keyDown = (key: string, autoRepeat = false) => {
    const event = keyEvent(key);
    return call("Input.dispatchKeyEvent", {
      type: event.text ? "keyDown" : "rawKeyDown",
      ...event,
      autoRepeat,
    });
  };
  const problems: string[] = [];
  let loaded = Promise.withResolvers<void>();
  cdp.on((method, params, from) => {
    if (from !== session) return;
    if (method === "Page.loadEventFired") loaded.resolve();
    if (method === "Runtime.exceptionThrown") {
      problems.push(JSON.stringify(params.exceptionDetails).slice(0, 2000));
    }
    if (method === "Log.entryAdded") {
      const entry = params.entry as { level: string; text: string };
      if (entry.level === "error") problems.push(entry.text);
    }
  });
  await call("Performance.enable", { timeDomain: "threadTicks" });
  await Promise.all([call("Page.enable"), call("Runtime.enable"), call("Log.enable")]);
  // Several tabs may be open at once, and each one must have the focus.
  await call("Emulation.setFocusEmulationEnabled", { enabled: true });
  const { width = 800, height = 600, dark = false, density: deviceScaleFactor = 1, media = {} } = options;
  const resize = (w: number, h: number) =>
    call("Emulation.setDeviceMetricsOverride", { width: w, height: h, deviceScaleFactor, mobile: false });
  await resize(width, height);
  const emulate = async (features: Readonly<Record<string, string>>) => {
    await call("Emulation.setEmulatedMedia", {
      features: Object.entries(features).map(([name, value]) => ({ name, value })),
    });
  };
  const dim = (dark: boolean) => emulate({ "prefers-color-scheme": dark ? "dark" : "light", ...media });
  await dim(dark);
  for (const source of [SHOWN_TEXT, options.script]) {
    if (source) await call("Page.addScriptToEvaluateOnNewDocument", { source });
  }
  const go = async (url: string) => {
    loaded = Promise.withResolvers();
    await call("Page.navigate", { url });
    await loaded.promise;
  };
  await go(address);

  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await call("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails) {
      throw new Error(`${expression}: ${JSON.stringify(exceptionDetails).slice(0, 1000)}`);
    }
    return (result as { value: T }).value;
  }

  async function metric(wanted: string): Promise<number> {
    const { metrics } = await call("Performance.getMetrics");
    return (metrics as readonly { readonly name: string; readonly value: number }[])
      .find(({ name }) => name === wanted)!.value;
  }

  /** Repeats `now` until it returns a value. A page that is just being left returns none. Throws with `missing`. */
  async function look<T>(now: () => Promise<T | false>, missing: () => string, limit: number): Promise<T> {
    const start = Date.now(), isOver = beginWait(limit);
    for (let before = start;; before = Date.now()) {
      const found = await now().catch(betweenPages);
      if (found) return found;
      const looked = Date.now();
      if (isOver()) {
        const shown = await evaluate<string>("document.shownText.slice(0, 600)");
        throw new Error(
          `${missing()}, after ${looked - start} ms\nThe page shows:\n${shown}\n${problems.join("\n")}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, restAfter(looked - start, looked - before, QUICK)));
    }
  }

  /**
   * Waits for an element that can be used and returns the value of `use`, which refers to the element as
   * `one`. With `anyhow` the element may be disabled.
   */
  async function reach<T>(element: string, use: string, limit = 60_000, anyhow = false): Promise<T> {
    let missing = "";
    const { value } = await look(
      async () => {
        const found = await evaluate<{ missing?: string; value?: T }>(`(() => {
          let one;
          try {
            one = ${element};
          } catch (error) {
            return { missing: "is not there: " + error.message };
          }
          if (!one) return { missing: "is not there" };
          if (!one.checkVisibility()) return { missing: "is not shown" };
          if (!${anyhow} && one.matches(":disabled")) return { missing: "is disabled" };
          return { value: ${use} };
        })()`);
        missing = found.missing ?? "";
        return found.missing === undefined && found;
      },
      () => `What a test reaches for ${missing}: ${element}`,
      limit,
    );
    return value as T;
  }

  return {
    problems,
    evaluate,
    go,
    dim,
    media: emulate,
    async until(expression, limit = 60_000) {
      await look(() => evaluate<boolean>(`Boolean(${expression})`), () => `Not so: ${expression}`, limit);
    },
    async scriptTime() {
      return await metric("ScriptDuration") * 1000;
    },
    async heldBytes() {
      await call("HeapProfiler.collectGarbage");
      return await metric("JSHeapUsedSize");
    },
    async press(...keys) {
      for (const key of keys) {
        await keyDown(key);
        await call("Input.dispatchKeyEvent", { type: "keyUp", ...keyEvent(key), text: undefined });
      }
    },
    async hold(key, times = 2) {
      for (let time = 0; time <= times; time++) await keyDown(key, time > 0);
    },
    repeat: async (key) => void await keyDown(key, true),
    type: async (text) => void await call("Input.insertText", { text }),
    reach: (element, then = "click", limit) => reach(element, `(one.${then}(), true)`, limit).then(() => {}),
    async click(selector, count = 1) {
      const place = await reach<{ x: number; y: number }>(
        `document.querySelector(${JSON.stringify(selector)})`,
        `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(one.getBoundingClientRect())`,
        undefined,
        count > 1,
      );
      for (const type of ["mousePressed", "mouseReleased"]) {
        await call("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: count });
      }
    },
    async screenshot() {
      const { data } = await call("Page.captureScreenshot", { format: "png" });
      return Uint8Array.fromBase64(data as string);
    },
    async heard() {
      const { nodes } = await call("Accessibility.getFullAXTree");
      return (nodes as AxNode[]).filter(({ ignored }) => !ignored).map((node) => ({
        role: node.role?.value ?? "",
        name: node.name?.value ?? "",
        description: node.description?.value ?? "",
        focused: node.properties?.some(({ name, value }) => name === "focused" && value.value === true) ??
          false,
      }));
    },
    resize: async (w, h) => void await resize(w, h),
    close: async () => void await cdp.call("Target.closeTarget", { targetId }),
  };
}
