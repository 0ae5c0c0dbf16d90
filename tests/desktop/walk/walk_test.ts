import assert from "node:assert/strict";
import { join } from "node:path";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { isDrawn, menuShows, picture, pressUntilGone, program, typeUntil } from "./stage.ts";

/** A first compile builds Go's standard library as well. */
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

const GREET = `package action

import (
	"fmt"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	name, ok, err := k.Ask(kedge.InputRequest{Title: "Greeting", Label: "Whom", Required: true})
	if err != nil || !ok {
		return err
	}
	k.Log("greeting", name)
	fmt.Println("printed for", name)
	return k.Alert("Hello " + name)
}
`;

const MANIFEST = JSON.stringify({
  id: "greeter",
  name: "Greeter",
  version: "1.0.0",
  description: "Greets people.",
  actions: [{ id: "greet", label: "Greet somebody", entry: "actions/greet.go", contextMode: "none" }],
});

/** A desktop with Kedge on it, a configuration and an extension to install. */
async function withKedge(
  kind: string,
  walk: (desktop: Desktop, kedge: { home: string; extension: string; output(): string }) => Promise<void>,
): Promise<void> {
  const desktop = await startDesktop();
  try {
    const home = join(desktop.home, ".kedge"), extension = join(desktop.home, "greeter");
    await Deno.mkdir(home, { recursive: true });
    await Deno.mkdir(join(extension, "actions"), { recursive: true });
    await Deno.writeTextFile(join(home, "config.json"), CONFIG);
    await Deno.writeTextFile(join(extension, "manifest.json"), MANIFEST);
    await Deno.writeTextFile(join(extension, "actions/greet.go"), GREET);
    const kedge = desktop.start([...program(), "--hidden"], { KEDGE_TRAY: kind });
    await walk(desktop, { home, extension, output: kedge.output });
  } catch (error) {
    await picture(desktop, "failure");
    throw error;
  } finally {
    await desktop.stop();
  }
}

for (const kind of ["status-notifier", "systray2"]) {
  Deno.test(`kedge goes the whole way from the tray by ${kind}: config, review, click, answer, outcome`, async () => {
    await withKedge(kind, async (desktop, { home, extension }) => {
      const { tray, windows } = desktop;
      await tray.item(30_000);
      await menuShows(desktop, /prd[\s\S]*1234 5678 9012[\s\S]*dev[\s\S]*2109 8765 4321/);
      await menuShows(desktop, /Servers\n\s+orders · PostgreSQL/);

      // The menu follows the file while Kedge runs.
      await Deno.writeTextFile(join(home, "config.json"), CONFIG.replaceAll("orders", "billing"));
      await menuShows(desktop, /billing · PostgreSQL/);

      // A file that does not parse changes nothing but says so, with its place.
      await Deno.writeTextFile(join(home, "config.json"), CONFIG.replace("],", "]]"));
      await menuShows(desktop, /config\.json:1:1 /);
      await menuShows(desktop, /billing · PostgreSQL/);
      await Deno.writeTextFile(join(home, "config.json"), CONFIG);
      await menuShows(desktop, /orders · PostgreSQL/);

      // Installing goes through the review, by keyboard.
      await tray.click(["Extensions", "Install…"]);
      const extensions = await windows.find("Extensions", 30_000);
      await windows.activate(extensions);
      await typeUntil(desktop, "Extensions", extension, "Review an extension");
      const review = await windows.find("Review an extension");
      await waitFor("the review to be drawn", () => isDrawn(desktop, review));
      await picture(desktop, "review", review);
      assert.doesNotMatch(await tray.menuText(), /Greet somebody/, "nothing runs before it is confirmed");
      await windows.activate(review);
      await windows.key("ctrl+Return", review);
      await menuShows(desktop, /Greet somebody/);
      await pressUntilGone(desktop, "Escape", "Review an extension");

      // A click asks in a window; the keyboard answers.
      await tray.click(["Actions", "Greet somebody"]);
      const question = await windows.find("Greeting", COMPILE);
      await waitFor("the question to be drawn", () => isDrawn(desktop, question));
      await windows.activate(question);
      await windows.type("Ada", question);
      await picture(desktop, "dialog", question);
      await windows.key("Return", question);
      await windows.gone("Greeting");
      const alert = await windows.find("Greet somebody");
      await waitFor("the message to be drawn", () => isDrawn(desktop, alert));
      await pressUntilGone(desktop, "Return", "Greet somebody");

      // The console and the log tell how it ended.
      const run = await windows.find("Greet somebody · Greeter");
      await waitFor("the console to be drawn", () => isDrawn(desktop, run));
      await picture(desktop, "console", run);
      await waitFor("the log file", async () => /greeting Ada[\s\S]*printed for Ada/.test(await logOf(home)));
      await menuShows(desktop, /^(?![\s\S]*Stop)/);
    });
  });
}

/** Everything that the logs of runs hold. */
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
