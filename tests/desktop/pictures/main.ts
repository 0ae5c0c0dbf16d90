/**
 * Takes the pictures of the README on a real desktop, into docs/images:
 * `deno run -A tests/desktop/pictures/main.ts`
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kedge } from "../../support/kedge.ts";
import { exec } from "../../support/server.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { isDrawn, menuShows, program } from "../walk/stage.ts";
import { DEPLOY, MANIFEST } from "./shop.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const IMAGES = join(ROOT, "docs/images");

const desktop = await startDesktop({ width: 1180, height: 760 });
try {
  const home = join(desktop.home, ".kedge"), shop = join(desktop.home, "shop-tools");
  await Deno.mkdir(home, { recursive: true });
  await Deno.mkdir(join(shop, "actions/deploy"), { recursive: true });
  await Deno.copyFile(join(ROOT, "examples/config.json"), join(home, "config.json"));
  await Deno.writeTextFile(join(shop, "manifest.json"), MANIFEST);
  await Deno.writeTextFile(join(shop, "actions/deploy/deploy.go"), DEPLOY);
  await exec(["display", "-size", "1180x760", "-window", "root", "xc:#4a6a86"], { env: desktop.env })
    .catch(() => {});
  desktop.start([...program(), "--hidden"]);
  await desktop.tray.item(60_000);

  await review(shop);
  await install(home, join(ROOT, "examples/toolbox"));
  await menuShows(desktop, /Toolbox/);
  await dialogAndConsole();
  await trayMenu();
} finally {
  await desktop.stop();
}

async function install(home: string, bundle: string): Promise<void> {
  const env = { KEDGE_HOME: home };
  const { stdout } = await kedge(["--validate-bundle", "--json", bundle], { env });
  const { hash } = JSON.parse(stdout) as { hash: string };
  const installed = await kedge(["--install", bundle, "--trust", hash], { env });
  if (installed.code !== 0) throw new Error(installed.stderr);
}

/** The window with its frame, as `name`.png. */
async function picture({ windows, env }: Desktop, title: string, name: string): Promise<void> {
  const window = await windows.find(title);
  await windows.activate(window);
  await waitFor(`${title} to be drawn`, () => isDrawn(desktop, window));
  await new Promise((resolve) => setTimeout(resolve, 500));
  await exec(["import", "-silent", "-frame", "-window", window.id, join(IMAGES, `${name}.png`)], { env });
}

async function review(shop: string): Promise<void> {
  const { windows, tray } = desktop;
  await tray.click(["Extensions", "Install…"]);
  const extensions = await windows.find("Extensions", 60_000);
  await waitFor("the extensions to be drawn", () => isDrawn(desktop, extensions));
  await windows.type(shop, extensions);
  await windows.key("Return", extensions);
  const reviewed = await windows.find("Review an extension", 20_000);
  await waitFor("the review to be drawn", () => isDrawn(desktop, reviewed));
  await windows.activate(reviewed);
  await windows.key("Down");
  await picture(desktop, "Review an extension", "review");
  await windows.key("ctrl+Return", reviewed);
  await menuShows(desktop, /Deploy a service/);
  for (const title of ["Review an extension", "Extensions"]) await close(title);
}

async function dialogAndConsole(): Promise<void> {
  const { windows, tray } = desktop;
  await tray.click(["Actions", "Shop tools", "Deploy a service"]);
  const form = await windows.find("Deploy a service", 180_000);
  await picture(desktop, "Deploy a service", "dialog");
  await windows.key("Return", form);
  await menuShows(desktop, /^(?![\s\S]*Stop)/, 60_000);
  await picture(desktop, "Deploy a service · Shop tools", "console");
  await close("Deploy a service · Shop tools");
}

/** The open menu with one submenu, on the panel. */
async function trayMenu(): Promise<void> {
  const { windows, icon } = desktop;
  await windows.click(icon.x, icon.y, 3);
  await waitFor("the menu", () => desktop.menuIsOpen());
  for (const key of ["Down", "Down", "Right"]) await windows.key(key);
  await new Promise((resolve) => setTimeout(resolve, 700));
  await desktop.screenshot(join(IMAGES, "tray-menu.png"), "820x320+360+440");
}

async function close(title: string): Promise<void> {
  const { windows } = desktop;
  const window = (await windows.list()).find((window) => window.title === title);
  if (!window) return;
  await windows.key("alt+F4", window);
  await windows.gone(title);
}
