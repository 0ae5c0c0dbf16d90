import { noTrayHost, type TrayAdapter, type TrayEvents } from "../adapter.ts";
import { iconIco, iconPng, templatePng } from "../icon/mod.ts";
import type { TrayView } from "../view.ts";
import { extractHelper } from "./binary.ts";
import { type Helper, startHelper } from "./helper.ts";
import { iconIsUp, watchHost } from "./host.ts";
import { type HelperMenu, iconLine, menuLine, toHelperMenu, updateLines } from "./protocol.ts";

/** How long changes of the menu's shape are collected, in ms, because each new shape needs a new helper. */
const TOGETHER = 150;

/**
 * How long the old helper stays so that the new one's icon can appear, in ms; about 50 were measured. On
 * Linux the desktop reports when the icon is there.
 */
const HAND_OVER = 150;

/** How long a helper's icon may take to appear, in ms, before the helper is replaced. */
const UP_LIMIT = 5_000;

/**
 * After this number of consecutive helpers without a visible icon, Kedge stops checking for icons, because
 * the desktop lists them in an unknown way.
 */
const MAX_UNSEEN = 2;

/** Pauses before a helper that ended is started again, in ms: the first and the longest. */
const FIRST_WAIT = 500, MAX_WAIT = 30_000;

/** Creates the tray of macOS and Windows, and of Linux on request: systray2's helper program. */
export function createSystray(events: TrayEvents, cache: string): TrayAdapter {
  return new Systray(events, cache);
}

/** A helper and the view that it shows. */
interface Shown {
  readonly helper: Helper;
  view: TrayView;
  menu: HelperMenu;
}

class Systray implements TrayAdapter {
  #view: TrayView = { icon: "idle", tooltip: "Kedge", menu: [] };
  #shown: Shown | null = null;
  #binary: Promise<string> | null = null;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The replacement that is in progress; null when there is none. Replacements never overlap. */
  #replacing: Promise<void> | null = null;
  #wait = FIRST_WAIT;
  #problem: string | null = null;
  /** Why the desktop shows no icon although the helper runs. */
  #host: string | null = null;
  /** Number of consecutive helpers whose icon did not appear. */
  #unseen = 0;
  #unwatch: () => void = () => {};

  constructor(readonly events: TrayEvents, readonly cache: string) {}

  async start(): Promise<void> {
    if (isLinux) {
      const unwatch = await watchHost((why) => {
        this.#host = why;
        if (this.#shown) this.#report(why);
      });
      if (this.#stopped) return unwatch();
      this.#unwatch = unwatch;
    }
    await this.#replace();
  }

  update(view: TrayView): void {
    this.#view = view;
    const shown = this.#shown;
    if (!shown) return;
    const menu = toHelperMenu(view.menu, Deno.build.os);
    if (menu.shape !== shown.menu.shape) return this.#replaceIn(TOGETHER);
    for (const line of updateLines(shown.menu, menu)) shown.helper.send(line);
    if (view.icon !== shown.view.icon || view.tooltip !== shown.view.tooltip) {
      shown.helper.send(iconLine(view, icon(view), isMac));
    }
    shown.view = view;
    shown.menu = menu;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unwatch();
    await this.#replacing;
    await this.#shown?.helper.end();
    this.#shown = null;
  }

  #replaceIn(wait: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#replace(), wait);
    Deno.unrefTimer(this.#timer);
  }

  #replace(): Promise<void> {
    this.#replacing ??= this.#startNew().finally(() => {
      this.#replacing = null;
      // Show changes that arrived while the helper was starting.
      if (!this.#stopped && this.#shown) this.update(this.#view);
    });
    return this.#replacing;
  }

  /** Starts a helper with the newest view, then ends the previous one. */
  async #startNew(): Promise<void> {
    const old = this.#shown;
    const view = this.#view;
    const menu = toHelperMenu(view.menu, Deno.build.os);
    try {
      this.#binary ??= extractHelper(this.cache);
      const helper = await startHelper(await this.#binary, (id) => {
        const command = shown.menu.commands.get(id);
        // The helper also reports clicks on disabled lines and on parents; those have no command here.
        if (command && !this.#stopped) this.events.onCommand(command);
      });
      const shown: Shown = { helper, view, menu };
      helper.send(menuLine(view, menu, icon(view), isMac));
      try {
        await this.#untilUp(helper, old !== null);
      } catch (error) {
        // Otherwise this helper would stay beside the next one.
        await helper.end();
        throw error;
      }
      this.#shown = shown;
      helper.ended.then((why) => this.#died(shown, why));
      this.#report(this.#host);
      if (old) {
        await old.helper.end();
      }
      this.#wait = FIRST_WAIT;
    } catch (error) {
      this.#binary = null;
      this.#failed((error as Error).message);
    }
  }

  /** Waits for the icon of a new helper; throws when it does not appear. */
  async #untilUp(helper: Helper, handOver: boolean): Promise<void> {
    if (!isLinux || this.#unseen >= MAX_UNSEEN) {
      if (handOver) await new Promise((resolve) => setTimeout(resolve, HAND_OVER));
      return;
    }
    let ended: string | undefined;
    void helper.ended.then((why) => ended = why);
    const on = () => !this.#stopped && this.#host === null && ended === undefined;
    const up = on() && await iconIsUp(helper.pid, UP_LIMIT, on);
    if (up) this.#unseen = 0;
    if (ended !== undefined) throw new Error(ended);
    if (up || !on()) return;
    this.#unseen++;
    throw new Error("its icon did not appear");
  }

  #died(shown: Shown, why: string): void {
    if (this.#stopped || this.#shown !== shown) return;
    this.#shown = null;
    this.#failed(why);
  }

  #failed(why: string): void {
    this.#report(`the tray helper does not run: ${why}`);
    this.#replaceIn(this.#wait);
    this.#wait = Math.min(2 * this.#wait, MAX_WAIT);
  }

  #report(why: string | null): void {
    if (this.#stopped || why === this.#problem) return;
    this.#problem = why;
    this.events.onProblem(why === null ? null : noTrayHost(`No tray icon: ${why}`));
  }
}

const isMac = Deno.build.os === "darwin", isLinux = Deno.build.os === "linux";

/** Returns the icon in the helper's form: base64 of the system's image format. */
function icon(view: TrayView): string {
  switch (Deno.build.os) {
    case "windows":
      return iconIco(view.icon).toBase64();
    case "darwin":
      return templatePng(view.icon).toBase64();
    default:
      return iconPng(view.icon, 48).toBase64();
  }
}
