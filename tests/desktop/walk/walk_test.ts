import assert from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { fileURLToPath } from "node:url";
import { drawn, failed, menuShows, openMenu, picture, pressUntilGone, read, typeUntil } from "./stage.ts";
import { shareGoCache } from "../../support/program/actions.ts";
import { program } from "../../support/program/program.ts";

const EXAMPLE = fileURLToPath(new URL("../../../examples/toolbox", import.meta.url));
/** Milliseconds for a first compilation, which also builds Go's standard library. */
const COMPILE = 120_000;

const CONFIG = `{
  // the shop's accounts
  "accounts": [
    { "accountId": "123456789012", "env": "prd", "region": "eu-west-1" },
    { "accountId": "210987654321", "env": "dev", "region": "eu-west-1" },
  ],
  "servers": [{ "name": "orders", "engine": "postgres", "host": "127.0.0.1", "port": 5432 }],
}
`;

/** An action that logs, prints and asks, as the actions of a team do. */
const CHECK = `package action

import (
	"fmt"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	page, ok, err := k.Ask(kedge.InputRequest{Title: "Which page", Label: "Page", Required: true})
	if err != nil || !ok {
		return err
	}
	k.Log("checking", page)
	for _, part := range []string{"header", "basket", "prices", "footer"} {
		fmt.Printf("%-8s ok\\n", part)
	}
	k.Logf("%s has 4 parts, all well", page)
	return k.Alert("All well on " + page)
}
`;

const MANIFEST = JSON.stringify({
  id: "shop",
  name: "Shop",
  version: "2.1.0",
  description: "What the shop team does every day.",
  actions: [{ id: "check", label: "Check a page", entry: "actions/check.go", contextMode: "none" }],
});

/** Everything that a test needs besides the desktop. */
interface Walk {
  /** Kedge's home folder. */
  readonly home: string;
  /** An unpacked extension that is not installed. */
  readonly shop: string;
}

/** Runs `walk` on a desktop with Kedge, a configuration and an extension to install. */
async function withKedge(
  kind: string,
  walk: (desktop: Desktop, parts: Walk) => Promise<void>,
): Promise<void> {
  const desktop = await startDesktop({ background: true });
  try {
    const home = join(desktop.home, ".kedge"), shop = join(desktop.home, "shop");
    await Deno.mkdir(home, { recursive: true });
    await shareGoCache(kedgePaths(home));
    await Deno.mkdir(join(shop, "actions"), { recursive: true });
    await Deno.writeTextFile(join(home, "config.json"), CONFIG);
    await Deno.writeTextFile(join(shop, "manifest.json"), MANIFEST);
    await Deno.writeTextFile(join(shop, "actions/check.go"), CHECK);
    desktop.start([...program(), "--hidden"], { KEDGE_TRAY: kind });
    await walk(desktop, { home, shop });
  } catch (error) {
    throw await failed(desktop, error);
  } finally {
    await desktop.stop();
  }
}

/** Creates a folder and returns its path. */
async function made(folder: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  return folder;
}

/** Runs Kedge's command line in a terminal of the same user. */
async function terminal(desktop: Desktop, ...args: string[]): Promise<string> {
  const [deno, ...rest] = program();
  const { code, stdout, stderr } = await new Deno.Command(deno!, {
    args: [...rest, ...args],
    env: desktop.env,
    clearEnv: true,
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert.equal(code, 0, decode(stderr));
  return decode(stdout);
}

for (const kind of ["status-notifier", "systray2"]) {
  Deno.test(`kedge goes the whole way from the tray by ${kind}: config, review, click, answer, outcome`, async () => {
    await withKedge(kind, async (desktop, { home, shop }) => {
      const { tray, windows } = desktop;
      await tray.item();
      await menuShows(desktop, /prd[\s\S]*1234 5678 9012[\s\S]*dev[\s\S]*2109 8765 4321/);
      await menuShows(desktop, /Servers\n\s+orders · PostgreSQL/);

      // The menu shows changes of config.json while Kedge runs.
      await Deno.writeTextFile(join(home, "config.json"), CONFIG.replaceAll("orders", "billing"));
      await menuShows(desktop, /billing · PostgreSQL/);

      // A file that does not parse changes nothing else, and the menu names the position of the
      // error.
      await Deno.writeTextFile(join(home, "config.json"), CONFIG.replace("],", "]]"));
      await menuShows(desktop, /config\.json:1:1 /);
      await menuShows(desktop, /billing · PostgreSQL/);
      await Deno.writeTextFile(join(home, "config.json"), CONFIG);
      await menuShows(desktop, /orders · PostgreSQL/);

      // The example is installed by its review, with the keyboard.
      await tray.click(["Extensions", "Install…"]);
      const extensions = await windows.find("Extensions");
      await windows.activate(extensions);
      const example = join(desktop.home, "extensions/toolbox");
      await desktop.run("cp", "-r", "--", EXAMPLE, await made(join(desktop.home, "extensions")));
      await typeUntil(desktop, "Extensions", example, "Review · Toolbox");
      const review = await drawn(desktop, "Review · Toolbox");
      await picture(desktop, "review", review);
      assert.doesNotMatch(await tray.menuText(), /New passphrase/, "nothing is there before it is confirmed");
      await read(desktop, review);
      await windows.key("ctrl+Return", review);
      await menuShows(desktop, /New passphrase/);
      await pressUntilGone(desktop, "Escape", "Review · Toolbox");
      await pressUntilGone(desktop, "Escape", "Extensions");

      // A click opens the form of the action; keys answer it, close the report and refuse another
      // passphrase.
      await tray.click(["Actions", "New passphrase"]);
      const form = await drawn(desktop, "New passphrase", COMPILE);
      await picture(desktop, "dialog", form);
      await read(desktop, form);
      await windows.key("Return", form);
      await windows.find("Passphrase");
      await pressUntilGone(desktop, "Escape", "Passphrase");
      await windows.find("New passphrase");
      await pressUntilGone(desktop, "Escape", "New passphrase");
      await logged(home, /drew 1 passphrases of 5 words/);

      // An extension installed by the command line appears in the menu of the running Kedge.
      const { hash } = JSON.parse(await terminal(desktop, "--validate-bundle", shop, "--json"));
      await terminal(desktop, "--install", shop, "--trust", hash);
      await menuShows(desktop, /Check a page/);

      // An action that prints shows its console and its end.
      await tray.click(["Actions", "Shop", "Check a page"]);
      const question = await drawn(desktop, "Which page", COMPILE);
      await read(desktop, question);
      await windows.type("/basket", question);
      await windows.key("Return", question);
      await logged(home, /prices {3}ok[\s\S]*all well/);
      await windows.find("Check a page");
      await pressUntilGone(desktop, "Return", "Check a page");
      const run = await drawn(desktop, /^Check a page · Shop/);
      await menuShows(desktop, /^(?![\s\S]*Stop)/);
      await picture(desktop, "console", run);
      await pressUntilGone(desktop, "Escape", "Check a page · Shop");

      // Opens the menu as a person does.
      await openMenu(desktop, "tray-menu", ["Down", "Down", "Down", "Down", "Right"]);
    });
  });
}

/** Waits until a run has logged text that matches `line`. */
async function logged(home: string, line: RegExp): Promise<void> {
  await waitFor(`a log of ${line}`, async () => line.test(await logOf(home)));
}

/** Returns the logs of all runs. */
async function logOf(home: string): Promise<string> {
  let text = "";
  async function read(folder: string): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = join(folder, name);
      if (isDirectory) await read(path);
      else text += await Deno.readTextFile(path);
    }
  }
  await read(join(home, "logs"));
  return text;
}
