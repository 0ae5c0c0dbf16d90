import type { Shortcut } from "../../core/config/mod.ts";
import { type Backend, type BackendEvents, type Bound, taken } from "./backend.ts";
import { keysym } from "./keys.ts";
import { asked, connectX11, type X11Client, type X11Display, type X11Event } from "../x11/client.ts";
import { toggleCommand } from "../toggle_command.ts";
import { type Keyboard, keycodesOf, shortcutMask, withLocks } from "./x11_map.ts";

/** Changes of the keyboard map come in bursts; the keys are grabbed anew when they rest for this many ms. */
const SETTLED = 100;

/** Waits between attempts to reach a server that is gone, in ms. */
const RETRY = 5_000;

/** Keys are kept back for so long at most, in ms: a keyboard that does nothing is worse than a letter in another program. */
const HOLD_MS = 3_000;

/** AllowEvents: all keys go on, one more is told, the last one is told to whom it belongs. */
const ALL = 3, ONE = 4, GIVE_BACK = 5;

/** One key with one mask, grabbed. */
type Grab = readonly [keycode: number, mask: number];

/** Grabs a combination on the X server of `display`. */
export function createX11Backend(display: string, events: BackendEvents): Backend {
  return new X11Backend(display, events);
}

class X11Backend implements Backend {
  #display: Promise<X11Display> | null = null;
  #shortcut: Shortcut | null = null;
  #grabs: readonly Grab[] = [];
  #releasedAt = -1;
  #down = false;
  /** Keys are kept back until that is called. */
  #letGo: (() => void) | null = null;
  /** The next key belongs to the user who still holds the combination, or is the first for another program. */
  #stepping = false;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  /** Requests run one after the other: a rebind must not overtake the one before. */
  #turn: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(readonly name: string, readonly events: BackendEvents) {}

  bind(shortcut: Shortcut | null): Promise<Bound> {
    this.#shortcut = shortcut;
    return this.#inTurn(() => this.#grab());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#settling);
    clearTimeout(this.#retrying);
    await this.#turn;
    const display = await this.#display?.catch(() => null);
    display?.client.terminate();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  async #grab(): Promise<Bound> {
    const shortcut = this.#shortcut;
    if (shortcut === null && this.#display === null) return { ok: true };
    try {
      const display = await this.#connected();
      if (shortcut === null) {
        this.#keep(display, []);
        return { ok: true };
      }
      return await this.#take(display, shortcut);
    } catch (error) {
      this.#retry();
      return serverGone(this.name, (error as Error).message);
    }
  }

  async #take(display: X11Display, shortcut: Shortcut): Promise<Bound> {
    const keyboard = await readKeyboard(display);
    const keycodes = keycodesOf(keyboard, keysym(shortcut.key));
    if (keycodes.length === 0) {
      this.#keep(display, []);
      return {
        ok: false,
        message: `This keyboard has no ${shortcut.key} key`,
        hint: "Choose another shortcut in Settings.",
      };
    }
    const masks = withLocks(keyboard, shortcutMask(keyboard, shortcut.modifiers));
    const wanted = keycodes.flatMap((keycode) => masks.map((mask): Grab => [keycode, mask]));
    // A combination that stays is not released for a moment: a press in between would be lost.
    this.#keep(display, wanted);
    let refused = false;
    for (const [keycode, mask] of wanted.filter((grab) => !includes(this.#grabs, grab))) {
      display.client.GrabKey(root(display), 0, mask, keycode, 1, this.#keeps ? 0 : 1, (error) => {
        refused ||= error !== null && error !== undefined;
        return true;
      });
    }
    // Refusals come before the answer to a later question.
    await asked((reply) => display.client.GetInputFocus(reply));
    this.#grabs = wanted;
    if (!refused) return { ok: true };
    // Part of it would work only while Num Lock is off, or the like.
    this.#keep(display, []);
    return taken(shortcut);
  }

  /** Gives back what is grabbed and not among these. */
  #keep(display: X11Display, wanted: readonly Grab[]): void {
    for (const grab of this.#grabs) {
      if (!includes(wanted, grab)) display.client.UngrabKey(root(display), ...grab);
    }
    this.#grabs = this.#grabs.filter((grab) => includes(wanted, grab));
    if (this.#grabs.length === 0) this.#down = false;
  }

  /** The server keeps back what is typed after a press, until it is told otherwise. */
  get #keeps(): boolean {
    return this.events.purpose.opens === "window";
  }

  #connected(): Promise<X11Display> {
    this.#display ??= connectX11(this.name).then((display) => {
      display.client.on("event", (event) => this.#heard(event, display.client));
      display.client.on("end", () => this.#lost());
      return display;
    });
    this.#display.catch(() => this.#display = null);
    return this.#display;
  }

  #heard(event: X11Event, client: X11Client): void {
    if (event.name === "MappingNotify") {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => void this.#again(), SETTLED);
      return;
    }
    const pressed = event.name === "KeyPress";
    if (!pressed && event.name !== "KeyRelease") return;
    if (!this.#grabs.some(([keycode]) => keycode === event.keycode)) {
      // A press is meant for the window that has come, or is of a combination that was just changed.
      if (pressed && this.#keeps) client.AllowEvents(GIVE_BACK, 0);
      else if (this.#stepping) client.AllowEvents(ONE, 0);
      if (pressed) this.#stepping = this.#down = false;
      return;
    }
    if (!pressed) {
      this.#down = false;
      this.#releasedAt = event.time;
      if (this.#stepping) client.AllowEvents(ALL, 0);
      this.#stepping = false;
      return;
    }
    // A held key repeats as release and press of the same moment.
    const repeated = this.#down || event.time === this.#releasedAt;
    this.#down = true;
    if (this.#stepping) return client.AllowEvents(ONE, 0);
    if (!this.#keeps) return void (repeated || this.events.onPress());
    if (repeated) client.AllowEvents(ALL, 0);
    else this.events.onPress(undefined, this.#hold(client));
  }

  /** Keys are kept back from now on; returns what ends that. */
  #hold(client: X11Client): () => void {
    const letGo = () => {
      clearTimeout(late);
      if (this.#letGo !== letGo) return;
      this.#letGo = null;
      this.#stepping = true;
      // The combination may still be held: what comes is looked at one by one.
      client.AllowEvents(ONE, 0);
    };
    const late = setTimeout(letGo, HOLD_MS);
    this.#letGo = letGo;
    return letGo;
  }

  #lost(): void {
    this.#display = null;
    this.#grabs = [];
    this.#letGo = null;
    this.#down = this.#stepping = false;
    if (this.#stopped) return;
    if (this.#shortcut) this.events.onChange(serverGone(this.name, "it closed the connection"));
    this.#retry();
  }

  #retry(): void {
    if (this.#stopped) return;
    clearTimeout(this.#retrying);
    this.#retrying = setTimeout(() => void this.#again(), RETRY);
    Deno.unrefTimer(this.#retrying);
  }

  async #again(): Promise<void> {
    if (this.#stopped || this.#shortcut === null) return;
    const bound = await this.#inTurn(() => this.#grab());
    if (!this.#stopped) this.events.onChange(bound);
  }
}

function includes(grabs: readonly Grab[], [keycode, mask]: Grab): boolean {
  return grabs.some((grab) => grab[0] === keycode && grab[1] === mask);
}

async function readKeyboard(
  { client, min_keycode: first, max_keycode: last }: X11Display,
): Promise<Keyboard> {
  const [rows, modifiers] = await Promise.all([
    asked<number[][]>((reply) => client.GetKeyboardMapping(first, last - first + 1, reply)),
    asked<number[][]>((reply) => client.GetModifierMapping(reply)),
  ]);
  return { first, rows, modifiers };
}

function root(display: X11Display): number {
  return display.screen[0]!.root;
}

function serverGone(display: string, why: string): Bound {
  return {
    ok: false,
    message: `The shortcut does not work: the X server ${display} cannot be reached (${why})`,
    hint: `The tray menu and ${toggleCommand()} open the palette.`,
  };
}
