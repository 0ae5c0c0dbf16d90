import type { Shortcut } from "../../core/config/mod.ts";
import { type Backend, type BackendEvents, type Bound, taken } from "./backend.ts";
import { keysym } from "./keys.ts";
import { asked, connectX11, type X11Client, type X11Display, type X11Event } from "../x11/client.ts";
import { toggleCommand } from "../toggle_command.ts";
import { type Keyboard, keycodesOf, shortcutMask, withLocks } from "./x11_map.ts";

/** How long the keyboard map must stay unchanged before the keys are grabbed again, in ms. Changes arrive in bursts. */
const SETTLED = 100;

/** Pause between attempts to reach a server that is gone, in ms. */
const RETRY = 5_000;

/**
 * How long the server holds back keys, in ms. A keyboard that does not respond is worse than a letter that
 * reaches the wrong program.
 */
const HOLD_MS = 3_000;

/**
 * Modes of AllowEvents: AsyncKeyboard releases all keys, SyncKeyboard releases events up to the next key,
 * ReplayKeyboard sends the last key to the window with the focus.
 */
const ALL = 3, ONE = 4, GIVE_BACK = 5;

/** A grabbed key with one modifier mask. */
type Grab = readonly [keycode: number, mask: number];

/** Creates a backend that grabs a combination on the X server of `display`, to which `connect` opens a connection. */
export function createX11Backend(display: string, events: BackendEvents, connect = connectX11): Backend {
  return new X11Backend(display, events, connect);
}

class X11Backend implements Backend {
  #display: Promise<X11Display> | null = null;
  #shortcut: Shortcut | null = null;
  #grabs: readonly Grab[] = [];
  #releasedAt = -1;
  #down = false;
  /** Ends the holding back of keys; null when no keys are held back. */
  #letGo: (() => void) | null = null;
  /**
   * Whether key events are released one by one, because the user may still hold the combination or the next
   * key is for another program.
   */
  #stepping = false;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  /** Runs requests one after the other, so that a new binding does not overtake the previous one. */
  #turn: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(readonly name: string, readonly events: BackendEvents, readonly connect: typeof connectX11) {}

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
    // Grabs that remain are not released, because a press in between would be lost.
    this.#keep(display, wanted);
    const fresh = wanted.filter((grab) => !includes(this.#grabs, grab));
    // Known before the server answers, because a press may arrive together with its answer.
    this.#grabs = wanted;
    let refused = false;
    for (const [keycode, mask] of fresh) {
      display.client.GrabKey(root(display), 0, mask, keycode, 1, this.#keeps ? 0 : 1, (error) => {
        refused ||= error !== null && error !== undefined;
        return true;
      });
    }
    // The server answers in order, so all refusals have arrived before this reply.
    await asked((reply) => display.client.GetInputFocus(reply));
    if (!refused) return { ok: true };
    // Some grabs alone would work only while, for example, Num Lock is off.
    this.#keep(display, []);
    return taken(shortcut);
  }

  /** Releases the grabs that are not wanted. */
  #keep(display: X11Display, wanted: readonly Grab[]): void {
    for (const grab of this.#grabs) {
      if (!includes(wanted, grab)) display.client.UngrabKey(root(display), ...grab);
    }
    this.#grabs = this.#grabs.filter((grab) => includes(wanted, grab));
    if (this.#grabs.length === 0) this.#down = false;
  }

  /** Whether the server holds back the keys that follow a press, because a window opens for them. */
  get #keeps(): boolean {
    return this.events.purpose.opens === "window";
  }

  #connected(): Promise<X11Display> {
    this.#display ??= this.connect(this.name).then((display) => {
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
      // The press is meant for the new window, or belongs to a combination that was just replaced.
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
    // A held key repeats as a release and a press with the same time.
    const repeated = this.#down || event.time === this.#releasedAt;
    this.#down = true;
    if (this.#stepping) return client.AllowEvents(ONE, 0);
    if (!this.#keeps) return void (repeated || this.events.onPress());
    if (repeated) client.AllowEvents(ALL, 0);
    else this.events.onPress(undefined, this.#hold(client));
  }

  /** Starts to hold back keys; returns the function that ends this. */
  #hold(client: X11Client): () => void {
    const letGo = () => {
      clearTimeout(late);
      if (this.#letGo !== letGo) return;
      this.#letGo = null;
      this.#stepping = true;
      // The user may still hold the combination, so key events are released one by one.
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
