import assert from "node:assert/strict";
import { join } from "node:path";
import { beginWait } from "../../runner/slowness.ts";
import { program } from "../../support/program/program.ts";
import { copied, startDesktop, waitFor, type Window } from "../harness/mod.ts";
import { processesOf } from "../windows/bench.ts";
import { openScreen } from "../windows/screen.ts";

/** Letters that a hurried user types, each only once. */
const TEXT = "quickbrownfxjmpsvthelazydg";
/**
 * Time in ms within which the palette must come to get every key: after 3 s Kedge gives the keys back.
 */
const IN_TIME = 2_500;
/** Maximum time in ms to repeat a turn until its palette comes within {@link IN_TIME}. */
const PATIENCE = 120_000;
const BUSY = ["/bin/sh", "-c", "while :; do :; done"];

/**
 * Whether the palette is loaded in advance, how often it is opened, and how many programs use all
 * the processor meanwhile.
 */
const CASES: readonly [name: string, warm: "0" | "1", turns: number, busy: number][] = [
  ["that waits", "1", 10, 0],
  ["that waits, on a busy machine", "1", 10, 4],
  ["that is loaded first", "0", 10, 0],
];

for (const [name, warm, turns, busy] of CASES) {
  Deno.test(`letters typed right after the shortcut are in the field of a palette ${name}, in order, and nowhere else`, async () => {
    const desktop = await startDesktop({ panel: false });
    const { windows } = desktop;
    const kedge = desktop.start([...program(), "--hidden"], { KEDGE_WARM_WINDOW: warm });
    const screen = await openScreen(desktop.display);
    const shortcut = await screen.keys("Control_L", "Shift_L", "k"), escape = await screen.keys("Escape");
    const backspace = await screen.keys("BackSpace");
    const letters = await Promise.all([...TEXT].map((letter) => screen.keys(letter)));
    const all = await screen.keys("Control_L", "a"), copy = await screen.keys("Control_L", "c");
    const dot = await screen.keys(".");
    const file = join(desktop.home, "typed");
    const isFocused = async (window: Window) => await windows.focused() === window.id;
    let heard = "";
    /** Closes the palette. An Esc after it has closed would go to the terminal. */
    async function leave() {
      await waitFor("it to close", async () => {
        screen.press(all);
        screen.press(backspace);
        screen.press(escape);
        return await windows.gone("Kedge palette", 20_000).then(() => true, () => false);
      }, 60_000);
    }
    /**
     * Opens the palette and types at once; each turn begins with another letter. Returns whether the palette got all
     * letters; those for a late one may reach the terminal.
     */
    async function typed(turn: number, terminal: Window): Promise<boolean> {
      await windows.activate(terminal);
      await waitFor("the terminal's focus", () => isFocused(terminal), 60_000);
      const from = turn % TEXT.length;
      const pressed = performance.now();
      screen.press(shortcut);
      for (const letter of [...letters.slice(from), ...letters.slice(0, from)]) screen.press(letter);
      screen.press(all);
      screen.press(copy);
      const palette = await windows.find("Kedge palette");
      await waitFor("its focus", () => isFocused(palette), 60_000);
      const isInTime = performance.now() - pressed < IN_TIME;
      const want = TEXT.slice(from) + TEXT.slice(0, from);
      let text = "";
      await waitFor(
        "the field's text",
        async () => (text = await copied(desktop)) === want,
        isInTime ? 60_000 : 3_000,
      )
        .catch(() => {});
      await leave();
      // The terminal gets the keys that are meant for it.
      await windows.activate(terminal);
      await waitFor("the terminal's focus", () => isFocused(terminal), 60_000);
      screen.press(dot);
      const typed = await waitFor("the dot", async () => {
        const now = await Deno.readTextFile(file);
        return now.length > heard.length && now.endsWith(".") && now;
      });
      const isRight = text === want && typed === `${heard}.`;
      assert.ok(isRight || !isInTime, `turn ${turn}: the palette got "${text}", the terminal "${typed}"`);
      heard = typed;
      return isRight;
    }
    try {
      const there = () => Deno.stat(join(desktop.home, ".kedge/instance.sock")).catch(() => null);
      await waitFor("Kedge", there, 60_000);
      const pages = () => processesOf(desktop.env.XDG_RUNTIME_DIR!, "WebKitWebProcess");
      if (warm === "1") await waitFor("the page that waits", async () => (await pages()).length > 0, 60_000);
      await windows.grabbed("ctrl+shift+k");
      screen.press(shortcut);
      await windows.find("Kedge palette");
      await leave();
      const others = Array.from({ length: busy }, () => desktop.start(BUSY));
      desktop.start(["xterm", "-T", "Terminal", "-e", "sh", "-c", `stty -echo -icanon -isig; cat > ${file}`]);
      const terminal = await windows.find("Terminal");
      await waitFor("the terminal to listen", () => Deno.stat(file));
      let turn = 0;
      for (let inTime = 0; inTime < turns; inTime++) {
        const isOver = beginWait(PATIENCE);
        while (!await typed(turn++, terminal)) assert.ok(!isOver(), "no palette came in time");
      }
      await Promise.all(others.map((one) => one.kill("SIGKILL")));
      assert.equal(await Deno.readTextFile(file), heard);
    } finally {
      screen.close();
      await kedge.kill("SIGTERM");
      await desktop.stop();
    }
  });
}
