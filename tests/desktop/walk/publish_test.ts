import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readBundle } from "../../../src/core/bundle/mod.ts";
import { NAMESPACE } from "../../../src/core/catalogue/keys.ts";
import { readCatalogue } from "../../../src/core/catalogue/read.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { makeKey } from "../../support/catalogue/publisher.ts";
import { shareGoCache } from "../../support/program/actions.ts";
import { program } from "../../support/program/program.ts";
import { exec } from "../../support/servers/server.ts";
import { type Accessible, all, openAccessible, type Told } from "../harness/accessible.ts";
import { type Desktop, startDesktop, waitFor, type Window } from "../harness/mod.ts";
import { failed, openPalette, picture, read } from "./stage.ts";

const EXAMPLE = fileURLToPath(new URL("../../../examples/toolbox", import.meta.url));
/** Milliseconds for a first compilation, which also builds Go's standard library. */
const COMPILE = 120_000;
/** Maximum presses of Tab, more than the page has controls. */
const TABS = 30;

Deno.test("an author publishes an extension and its next version in a real window by keys alone, from the palette on", async () => {
  const desktop = await startDesktop({ background: true });
  const accessible = await openAccessible(desktop);
  const { home, windows } = desktop;
  const folder = join(home, "toolbox"), to = join(home, "catalog");
  const { hasFocus, reach, shows } = keysOf(desktop, accessible);
  try {
    await makeAuthor(home, folder);
    desktop.start([...program(), "--hidden"]);
    await desktop.tray.item();
    const work = desktop.start([...program(), "--dev", folder]);
    await waitFor("its actions", () => /ready: 2 actions/.test(work.output()), COMPILE);

    const bench = await fromPalette(desktop, accessible);
    /** Opens the window for publishing, and compares with the catalogue. */
    const look = async () => {
      // A window that was just uncovered ignores keys at first.
      await read(desktop, bench);
      await reach("More for Toolbox", bench);
      await windows.key("Return", bench);
      await hasFocus("Publish…", bench);
      await windows.key("Return", bench);
      const window = await windows.find("Publish Toolbox");
      await hasFocus("Its address", window);
      await windows.type(to, window);
      await windows.key("Return", window);
      return window;
    };

    const first = await look();
    await reach("What the new catalogue is called", first);
    await windows.type("Team tools", first);
    await reach("What is new", first);
    await windows.type("The first one.", first);
    await picture(desktop, "publish-first", first);
    await reach("Sign and publish", first);
    await windows.key("Return", first);
    await shows(/Published version 1 of “Team tools”/, first);
    await picture(desktop, "publish-done", first);
    assert.deepEqual(await published(to), {
      name: "Team tools",
      versions: [["1.0.0", "The first one."]],
      more: "",
    });
    await windows.key("Escape", first);
    await windows.gone("Publish Toolbox");

    // The next version: its files are changed while they are shown.
    const words = (text: string) => Deno.writeTextFile(join(folder, "words/more.go"), text);
    await words("package words\n");
    const next = await look();
    await shows(/1\.0\.0 → 1\.0\.1, 1 file changed/, next);
    await words("package words // newer\n");
    await shows(/The files were changed since they were shown.*This is what they would publish now/, next);
    await picture(desktop, "publish-changed", next);
    await reach("Sign and publish", next);
    await windows.key("Return", next);
    await shows(/Published version 2 of “Team tools”/, next);
    assert.deepEqual(await published(to), {
      name: "Team tools",
      versions: [["1.0.1", undefined], ["1.0.0", "The first one."]],
      more: "package words // newer\n",
    });
    const manifest = await Deno.readTextFile(join(folder, "manifest.json"));
    const before = await Deno.readTextFile(join(EXAMPLE, "manifest.json"));
    assert.equal(manifest, before.replace('"version": "1.0.0"', '"version": "1.0.1"'));
  } catch (error) {
    throw await failed(desktop, error, "", "publish-failure");
  } finally {
    accessible.close();
    await desktop.stop();
  }
});

/** Prepares a home with a key for signatures, and a folder with an extension. */
async function makeAuthor(home: string, folder: string): Promise<void> {
  await Deno.mkdir(join(home, ".ssh"), { mode: 0o700 });
  await makeKey(join(home, ".ssh"), "id_ed25519");
  await exec(["cp", "-r", "--", EXAMPLE, folder]);
  await shareGoCache(kedgePaths(join(home, ".kedge")));
}

/** Opens the window of the extension in development. */
async function fromPalette(desktop: Desktop, accessible: Accessible): Promise<Window> {
  const { windows } = desktop;
  const palette = await openPalette(desktop);
  await windows.type("development toolbox", palette);
  await accessible.page(
    palette.title,
    (page) =>
      all(page).some((one) =>
        one.role === "option" && one.states.has("selected") && /Show its state/.test(textOf(one))
      ),
  );
  await windows.key("Return", palette);
  return await windows.find("Toolbox · development");
}

/** Returns functions that press keys in a window and read its accessibility tree. */
function keysOf({ windows }: Desktop, accessible: Accessible) {
  const focused = (page: Told) => all(page).slice(1).find(({ states }) => states.has("focused"));
  const is = (name: string) => (page: Told) => focused(page)?.name.startsWith(name) ?? false;
  const hasFocus = async (name: string, { title }: Window) => void await accessible.page(title, is(name));
  return {
    hasFocus,
    /** Waits until the page has a text that matches. */
    shows: async (text: RegExp, { title }: Window) =>
      void await accessible.page(title, (page) => text.test(textOf(page))),
    /** Presses Tab until the enabled control with that name has the focus. */
    async reach(name: string, window: Window): Promise<void> {
      const page = await accessible.page(
        window.title,
        (page) =>
          all(page).some((one) =>
            one.name.startsWith(name) && one.states.has("focusable") && one.states.has("sensitive")
          ),
      );
      let at = focused(page);
      for (let tab = 0; tab < TABS && !at?.name.startsWith(name); tab++) {
        const before = at;
        await windows.key("Tab", window);
        at = focused(
          await accessible.page(window.title, (page) => {
            const now = focused(page);
            return now !== undefined && (now.name !== before?.name || now.role !== before.role);
          }),
        );
      }
      assert.ok(at?.name.startsWith(name), `Tab leads to ${at?.name} and not to ${name}`);
    },
  };
}

/** Returns all text of a page that a screen reader reads. */
const textOf = (page: Told): string => all(page).map(({ name, text }) => text || name).join(" ");

/**
 * Returns the published list, after `ssh-keygen` has verified its signature, and a file of the
 * newest version.
 */
async function published(to: string) {
  const list = await Deno.readTextFile(join(to, "catalog.json"));
  const verified = await exec([
    ...["ssh-keygen", "-Y", "verify", "-f", join(to, "allowed_signers"), "-I", "id_ed25519@example.com"],
    ...["-n", NAMESPACE.catalogue, "-s", join(to, "catalog.json.sig")],
  ], { input: list });
  assert.match(verified, /^Good "kedge-catalog" signature for id_ed25519@example\.com/);
  const { name, extensions: [entry] } = readCatalogue(list);
  const { bundle } = readBundle(await Deno.readFile(join(to, entry!.versions[0]!.file)));
  return {
    name,
    versions: entry!.versions.map(({ version, news }) => [version, news]),
    more: new TextDecoder().decode(bundle?.files.get("words/more.go")),
  };
}
