import assert from "node:assert/strict";
import { Secret } from "../../../../src/core/secret.ts";
import type { Clipboard } from "../../../../src/tray/clipboard/backend.ts";
import { darwinClipboard } from "../../../../src/tray/clipboard/darwin.ts";
import { linuxClipboard } from "../../../../src/tray/clipboard/linux.ts";
import { createSecretClipboard } from "../../../../src/tray/clipboard/mod.ts";
import { PRIVATE_FORMATS, type WindowsClipboard } from "../../../../src/tray/clipboard/user32.ts";
import { windowsClipboard } from "../../../../src/tray/clipboard/windows.ts";
import type { Run } from "../../../../src/core/platform/run.ts";

/** Returns a clipboard that records its calls. */
function fake(): { readonly clipboard: Clipboard; readonly said: string[]; cleared(): Promise<void> } {
  const said: string[] = [];
  let { promise, resolve } = Promise.withResolvers<void>();
  return {
    said,
    cleared: () => promise,
    clipboard: {
      hold(text) {
        const shown = text.open();
        said.push(`hold ${shown}`);
        return Promise.resolve({
          marked: true,
          clear() {
            said.push(`clear ${shown}`);
            resolve();
            ({ promise, resolve } = Promise.withResolvers<void>());
            return Promise.resolve();
          },
        });
      },
    },
  };
}

Deno.test("copy() clears what it copied when its time is over", async () => {
  const { clipboard, said, cleared } = fake();
  const room = createSecretClipboard(clipboard, 0.001);
  const gone = cleared();
  assert.deepEqual(await room.copy(new Secret("one")), { ok: true, seconds: 0.001, marked: true });
  await gone;
  assert.deepEqual(said, ["hold one", "clear one"]);
});

Deno.test("copy() gives a new text its whole time", async () => {
  const { clipboard, said } = fake();
  const room = createSecretClipboard(clipboard);
  await room.copy(new Secret("one"));
  await room.copy(new Secret("two"));
  assert.deepEqual(said, ["hold one", "hold two", "clear one"]);
  await room.close();
});

Deno.test("copy() leaves what it copied before, with its time, where the clipboard takes nothing new", async () => {
  const { clipboard, said, cleared } = fake();
  let refuses = false;
  const room = createSecretClipboard({
    hold: (text) =>
      refuses ? Promise.resolve({ error: "It is busy.", hint: "Try again." }) : clipboard.hold(text),
  }, 0.05);
  await room.copy(new Secret("one"));
  refuses = true;
  const gone = cleared();
  assert.equal((await room.copy(new Secret("two"))).ok, false);
  assert.deepEqual(said, ["hold one"]);
  await gone;
  assert.deepEqual(said, ["hold one", "clear one"]);
});

Deno.test("close() clears what is still there, once", async () => {
  const { clipboard, said } = fake();
  const room = createSecretClipboard(clipboard);
  await room.copy(new Secret("one"));
  await room.close();
  await room.close();
  assert.deepEqual(said, ["hold one", "clear one"]);
});

Deno.test("copy() puts nothing there once close() was called, and what is under way is cleared", async () => {
  const { clipboard, said } = fake();
  const begun = Promise.withResolvers<void>(), held = Promise.withResolvers<void>();
  const room = createSecretClipboard({
    async hold(text) {
      begun.resolve();
      await held.promise;
      return clipboard.hold(text);
    },
  });
  const first = room.copy(new Secret("one"));
  await begun.promise;
  const closed = room.close();
  // Credentials requested before the end may arrive after it.
  const second = room.copy(new Secret("two"));
  held.resolve();
  assert.deepEqual([(await first).ok, (await second).ok], [true, false]);
  await closed;
  assert.equal((await room.copy(new Secret("three"))).ok, false);
  assert.deepEqual(said, ["hold one", "clear one"]);
});

Deno.test("copy() refuses what no clipboard takes in one piece", async () => {
  const { clipboard, said } = fake();
  const copied = await createSecretClipboard(clipboard).copy(new Secret("ä".repeat(100_001)));
  assert.equal(copied.ok, false);
  assert.deepEqual(said, []);
});

const NOWHERE: [session: "wayland" | "none", env: Record<string, string>, hint: RegExp][] = [
  ["wayland", { XDG_CURRENT_DESKTOP: "KDE" }, /wl-clipboard/],
  ["none", {}, /--exports/],
];
for (const [session, env, hint] of NOWHERE) {
  Deno.test(`hold() says what to do in a session "${session}" with ${JSON.stringify(env)}`, async () => {
    const held = await linuxClipboard(() => session, env, () => Promise.resolve(null)).hold(new Secret("x"));
    assert.match("hint" in held ? held.hint : "", hint);
  });
}

/** A recorded call of a program. */
interface Given {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string | undefined;
}

/**
 * Returns a system that answers with the change number of the clipboard, and its recorded calls.
 */
function runs(): { readonly run: Run; readonly given: Given[] } {
  const given: Given[] = [];
  return {
    given,
    run: (program, args, { input } = {}) => {
      given.push({ program, args, input });
      return Promise.resolve({ ended: true, code: 0, stdout: "17\n", stderr: "" });
    },
  };
}

Deno.test("hold() of macOS hands the text over on standard input and clears by the change's number", async () => {
  const { run, given } = runs();
  const held = await darwinClipboard(run).hold(new Secret("s3cret-ä"));
  assert.ok("clear" in held && held.marked);
  await held.clear();
  const [first, second] = given;
  const utf8 = new TextEncoder().encode("s3cret-ä").toBase64();
  assert.ok(first!.input!.includes("s3cret-ä") || first!.input!.includes(utf8));
  assert.ok(given.every(({ args }) => !args.join(" ").includes("s3cret")));
  assert.ok([second!.input ?? "", ...second!.args].some((part) => part.split("\n").includes("17")));
});

Deno.test("hold() of macOS says so when the system takes nothing", async () => {
  const refused: Run = () => Promise.resolve({ ended: true, code: 1, stdout: "", stderr: "no" });
  assert.ok("error" in await darwinClipboard(refused).hold(new Secret("x")));
});

/**
 * Returns a clipboard of Windows that another program locks for some attempts, and its recorded
 * calls.
 */
function held(tries: number): { readonly clipboard: WindowsClipboard; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const busy = () => tries-- > 0;
  return {
    asked,
    clipboard: {
      set: (text) => busy() ? null : (asked.push(["set", text]), 17),
      clear: (change) => busy() ? false : (asked.push(["clear", change]), true),
    },
  };
}

for (const tries of [0, 1, 9]) {
  Deno.test(`hold() of Windows waits for a clipboard that is busy ${tries} times, and clears by the change's number`, async () => {
    const { clipboard, asked } = held(tries);
    const taken = await windowsClipboard(() => clipboard, () => Promise.resolve()).hold(
      new Secret("s3cret-ä"),
    );
    assert.ok("clear" in taken && taken.marked);
    await taken.clear();
    assert.deepEqual(asked, [["set", "s3cret-ä"], ["clear", 17]]);
  });
}

Deno.test("hold() of Windows says so when the clipboard stays busy", async () => {
  const { clipboard } = held(10);
  assert.ok(
    "error" in await windowsClipboard(() => clipboard, () => Promise.resolve()).hold(new Secret("x")),
  );
});

Deno.test("a text on the clipboard of Windows has the three formats that keep it out of histories", () => {
  assert.deepEqual(PRIVATE_FORMATS, [
    "CanIncludeInClipboardHistory",
    "CanUploadToCloudClipboard",
    "ExcludeClipboardContentFromMonitorProcessing",
  ]);
});
