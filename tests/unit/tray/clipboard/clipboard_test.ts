import assert from "node:assert/strict";
import { Secret } from "../../../../src/core/secret.ts";
import type { Clipboard } from "../../../../src/tray/clipboard/backend.ts";
import { darwinClipboard } from "../../../../src/tray/clipboard/darwin.ts";
import { linuxClipboard } from "../../../../src/tray/clipboard/linux.ts";
import { createSecretClipboard } from "../../../../src/tray/clipboard/mod.ts";
import { CLIPBOARD_SCRIPT, windowsClipboard } from "../../../../src/tray/clipboard/windows.ts";
import type { Run } from "../../../../src/core/platform/run.ts";

/** A clipboard that tells what is done with it. */
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
  // Credentials that were asked for before the end may come behind it.
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

/** What a program was given. */
interface Given {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string | undefined;
}

/** A system that answers with the number of the clipboard's change. */
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

const SYSTEMS: [name: string, make: (run: Run) => Clipboard][] = [
  ["macOS", (run) => darwinClipboard(run)],
  ["Windows", (run) => windowsClipboard(run, () => "C:\\powershell.exe")],
];
for (const [name, make] of SYSTEMS) {
  Deno.test(`hold() of ${name} hands the text over on standard input and clears by the change's number`, async () => {
    const { run, given } = runs();
    const held = await make(run).hold(new Secret("s3cret-ä"));
    assert.ok("clear" in held && held.marked);
    await held.clear();
    const [first, second] = given;
    const utf8 = new TextEncoder().encode("s3cret-ä").toBase64();
    assert.ok(first!.input!.includes("s3cret-ä") || first!.input!.includes(utf8));
    assert.ok(given.every(({ args }) => !args.join(" ").includes("s3cret")));
    assert.ok([second!.input ?? "", ...second!.args].some((part) => part.split("\n").includes("17")));
  });

  Deno.test(`hold() of ${name} says so when the system takes nothing`, async () => {
    const refused: Run = () => Promise.resolve({ ended: true, code: 1, stdout: "", stderr: "no" });
    assert.ok("error" in await make(refused).hold(new Secret("x")));
  });
}

Deno.test("the script of Windows names the three formats that keep a text out of histories", () => {
  for (
    const name of [
      "CanIncludeInClipboardHistory",
      "CanUploadToCloudClipboard",
      "ExcludeClipboardContentFromMonitorProcessing",
    ]
  ) assert.ok(CLIPBOARD_SCRIPT.includes(`'${name}'`), name);
});
