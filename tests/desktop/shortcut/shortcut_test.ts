import assert from "node:assert/strict";
import type { Problem } from "../../../src/core/state/state.ts";
import { type Desktop, type DesktopOptions, startDesktop, waitFor } from "../harness/mod.ts";

const PROGRAM = new URL("./program.ts", import.meta.url).pathname;

/** A process that listens to a shortcut. */
interface Listener {
  set(combination: string): Promise<void>;
  presses(): number;
  /** Returns the last reported problem; null when it is solved. */
  problem(): Problem | null;
  end(): Promise<void>;
}

function listen(desktop: Desktop, env: Record<string, string> = {}): Listener {
  const program = desktop.start([Deno.execPath(), "run", "-A", PROGRAM], env);
  const said = (what: string) => program.output().split("\n").filter((line) => line.startsWith(`${what} `));
  let set = 0;
  return {
    async set(combination) {
      await program.send(combination);
      set++;
      await waitFor("the program to take the combination", () => said("set").length >= set);
    },
    presses: () => said("press").length,
    problem: () => JSON.parse(said("problem").at(-1)?.slice("problem ".length) ?? "null") as Problem | null,
    end: () => program.kill(),
  };
}

async function onDesktop(
  play: (desktop: Desktop) => Promise<void>,
  options: DesktopOptions = {},
): Promise<void> {
  const desktop = await startDesktop({ panel: false, ...options });
  try {
    await play(desktop);
  } finally {
    await desktop.stop();
  }
}

/** Presses keys and returns how often the listener heard them, once it has. */
async function heard(desktop: Desktop, listener: Listener, keys: string, deadline?: number): Promise<number> {
  const before = listener.presses();
  await desktop.windows.key(keys);
  return await waitFor(`the press of ${keys}`, () => listener.presses() - before || null, deadline);
}

Deno.test("createShortcut() hears its combination once a press, whatever has the focus", async () => {
  await onDesktop(async (desktop) => {
    const listener = listen(desktop);
    await listener.set("Ctrl+Shift+K");
    assert.equal(listener.problem(), null);
    const window = desktop.start(["xmessage", "-title", "Other", "other"]);
    await desktop.windows.activate(await desktop.windows.find("Other"));
    assert.equal(await heard(desktop, listener, "ctrl+shift+k"), 1);
    assert.equal(await heard(desktop, listener, "ctrl+shift+k"), 1);
    await window.kill();
  });
});

Deno.test("createShortcut() hears its combination with Caps Lock and Num Lock on", async () => {
  await onDesktop(async (desktop) => {
    const listener = listen(desktop);
    await listener.set("Ctrl+Shift+K");
    for (const [count, lock] of ["Num_Lock", "Caps_Lock"].entries()) {
      // Call xdotool directly, because the harness would switch the locks off around each key.
      await desktop.run("/usr/bin/xdotool", "key", lock);
      await desktop.run("/usr/bin/xdotool", "key", "ctrl+shift+k");
      await waitFor(`the press with ${lock}`, () => listener.presses() === count + 1);
    }
  });
});

Deno.test("createShortcut() reports a combination once while its keys are held down", async () => {
  await onDesktop(async (desktop) => {
    const listener = listen(desktop);
    await listener.set("Ctrl+Shift+K");
    await desktop.run("/usr/bin/xdotool", "keydown", "ctrl", "keydown", "shift", "keydown", "k");
    await waitFor("the press", () => listener.presses() > 0);
    // X repeats a held key after 660 ms, so after a second several repeats have come.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await desktop.run("/usr/bin/xdotool", "keyup", "k", "keyup", "shift", "keyup", "ctrl");
    // Keys are heard in order, so all repeats come before this one.
    await heard(desktop, listener, "ctrl+shift+k");
    assert.equal(listener.presses(), 2);
  }, { repeats: true });
});

Deno.test("createShortcut() follows changes and gives the old combination back", async () => {
  await onDesktop(async (desktop) => {
    const listener = listen(desktop);
    await listener.set("Ctrl+Shift+K");
    await listener.set("Alt+F8");
    assert.equal(await heard(desktop, listener, "alt+F8"), 1);
    const other = listen(desktop);
    await other.set("Ctrl+Shift+K");
    assert.equal(other.problem(), null);
    assert.equal(await heard(desktop, other, "ctrl+shift+k"), 1);
    assert.equal(listener.presses(), 1);
    await listener.set("");
    await other.set("alt+f8");
    assert.equal(other.problem(), null);
  });
});

Deno.test("createShortcut() names a combination that another program has, and takes it once it is free", async () => {
  await onDesktop(async (desktop) => {
    const [first, second] = [listen(desktop), listen(desktop)];
    await first.set("Super+Space");
    await second.set("Super+Space");
    assert.equal(second.problem()?.code, "shortcut-unavailable");
    assert.match(second.problem()!.message, /Another program already uses Super\+Space/);
    assert.match(second.problem()!.hint, /Settings/);
    await first.end();
    await waitFor("it to be free", async () => {
      await second.set("");
      assert.equal(second.problem(), null);
      await second.set("Super+Space");
      return second.problem() === null;
    });
    assert.equal(await heard(desktop, second, "super+space"), 1);
  });
});

Deno.test("createShortcut() finds its key again when the keyboard layout changes", async () => {
  await onDesktop(async (desktop) => {
    const listener = listen(desktop);
    await listener.set("Ctrl+Shift+K");
    for (const layout of ["dvorak", "us,ru", "ru"]) {
      await desktop.run("/usr/bin/setxkbmap", layout);
      // The Russian layout has no K, so press the key at its position on a US keyboard.
      const key = layout === "ru" ? "ctrl+shift+45" : "ctrl+shift+k";
      await waitFor(`the key on ${layout}`, () => heard(desktop, listener, key, 2_000));
    }
  });
});

Deno.test("createShortcut() points Wayland's users to their desktop's settings", async () => {
  await onDesktop(async (desktop) => {
    const listener = listen(desktop, { WAYLAND_DISPLAY: "wayland-0" });
    await listener.set("Ctrl+Shift+K");
    assert.match(listener.problem()!.hint, / --toggle/);
    await listener.set("");
    assert.equal(listener.problem(), null);
  });
});

Deno.test("createShortcut() says so when the X server is not there, or goes", async () => {
  await onDesktop(async (desktop) => {
    const lost = listen(desktop, { DISPLAY: ":4999" });
    await lost.set("Ctrl+Shift+K");
    assert.match(lost.problem()!.message, /X server :4999 cannot be reached/);

    const listener = listen(desktop);
    await listener.set("Ctrl+Shift+K");
    assert.equal(listener.problem(), null);
    await desktop.stopServer();
    const problem = await waitFor("the problem", () => listener.problem());
    assert.match(problem.message, /X server/);
    await listener.set("Alt+F8");
  });
});

Deno.test("createShortcut() gives keys back, in order, when it is not told that the window has opened", async () => {
  await onDesktop(async (desktop) => {
    const listener = listen(desktop, { KEEPS_KEYS: "1" });
    await listener.set("Ctrl+Shift+K");
    const file = `${desktop.home}/typed`;
    desktop.start(["xterm", "-T", "Terminal", "-e", "sh", "-c", `stty -echo -icanon; cat > ${file}`]);
    await desktop.windows.activate(await desktop.windows.find("Terminal"));
    await waitFor("the terminal to listen", () => Deno.stat(file));
    await desktop.run("/usr/bin/xdotool", "key", "ctrl+shift+k", "a", "b", "c");
    await waitFor("the letters", async () => await Deno.readTextFile(file) === "abc");
    assert.equal(listener.presses(), 1);
    await desktop.run("/usr/bin/xdotool", "key", "d", "ctrl+shift+k", "e");
    await waitFor("the next ones", async () => await Deno.readTextFile(file) === "abcde");
    assert.equal(listener.presses(), 2);
  });
});

Deno.test("createShortcut() leaves keys pressed while the combination is held to the new window", async () => {
  await onDesktop(async (desktop) => {
    const listener = listen(desktop);
    await listener.set("Ctrl+Shift+K");
    const file = `${desktop.home}/typed`;
    desktop.start(["xterm", "-T", "Terminal", "-e", "sh", "-c", `stty -echo -icanon; cat > ${file}`]);
    await desktop.windows.activate(await desktop.windows.find("Terminal"));
    await waitFor("the terminal to listen", () => Deno.stat(file));
    const held = ["keydown", "ctrl", "keydown", "shift", "keydown", "k", "keyup", "shift", "keyup", "ctrl"];
    await desktop.run("/usr/bin/xdotool", ...held, "key", "a", "keyup", "k", "key", "b");
    await waitFor("the letters", async () => await Deno.readTextFile(file) === "ab");
    assert.equal(listener.presses(), 1);
  });
});
