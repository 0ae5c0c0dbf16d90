import type { NativeView, Toolkit, ViewEvents } from "../../../../../src/tray/windows/child/toolkit.ts";
import { createViews } from "../../../../../src/tray/windows/child/views.ts";

/** Returns a clock that advances by a second each time it is read. */
export function ticking(): () => number {
  let time = 0;
  return () => time += 1000;
}

/** Returns a toolkit that records its calls; views are numbered. */
export function fakeToolkit(rooted = false, now: () => number = ticking()) {
  const calls: string[] = [];
  const events: ViewEvents[] = [];
  const spent = new Set<number>();
  const focus: (() => void)[] = [];
  /** Called while a view is created, because Windows handles events then. */
  const meanwhile = { run: () => {} };
  const toolkit: Toolkit = {
    create(viewEvents) {
      const n = events.push(viewEvents) - 1;
      const say = (what: string) => void calls.push(`${n} ${what}`);
      say("create");
      meanwhile.run();
      const view: NativeView = {
        isSpent: () => spent.has(n),
        load: (url) => say(`load ${url}`),
        shape: ({ title }) => say(`shape ${title}`),
        retitle: (title) => say(`retitle ${title}`),
        showQuietly: () => say("show quietly"),
        whenFocused: (listener) => void focus.push(listener),
        show: (place, activation) => say(`show ${place}${activation ? ` by ${activation}` : ""}`),
        hide() {
          say("hide");
          // AppKit and Windows report it before the call returns.
          viewEvents.onBlur();
        },
        ...(n === 0 && rooted ? {} : { destroy: () => say("destroy") }),
      };
      return view;
    },
    setDark() {},
    input: { by: "loop", listen: () => {} },
    run() {},
    endWithParent() {},
  };
  const told: string[] = [];
  const views = createViews(toolkit, {
    onClosed: (id) => told.push(`closed ${id}`),
    onFocused: (id) => told.push(`focused ${id}`),
    onCrashed: (id) => told.push(`crashed ${id}`),
    onDropped: (id, paths) => told.push(`dropped ${paths.join()} on ${id}`),
  }, now)!;
  /** Returns the calls since the last time. */
  const news = () => calls.splice(0);
  news();
  return { views, events, spent, told, news, focus, meanwhile };
}

export const URL_A = "http://127.0.0.1:9/open/a";
export const PAGE = "http://127.0.0.1:9/window/a/";
export const open = (id: string, frameless = false) =>
  ({ type: "open", id, url: URL_A, title: id, width: 1, height: 1, frameless, ...ASKED }) as const;
/** The user has just pressed a key or button that asks for the window. */
export const ASKED = { asked: { ago: 0, just: true } };
