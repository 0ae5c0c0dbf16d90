/**
 * Takes the pictures of docs/authors.md: the actions of examples/every-kind in the whole program on a private desktop,
 * light and dark, into docs/images/authors, and the tray's menu of the guide: all, or those of the names. `deno run -A tests/desktop/gallery/authors.ts [NAME…]`
 */
import { fileURLToPath } from "node:url";
import { kedgePaths } from "../../../src/core/paths.ts";
import { kedge } from "../../support/program/kedge.ts";
import { putSecrets } from "../../support/cloud/put_secret.ts";
import { program } from "../../support/program/program.ts";
import { shareGoCache } from "../../support/program/actions.ts";
import { startMoto } from "../../support/servers/moto.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { type Desktop, startDesktop, waitFor, type Window } from "../harness/mod.ts";
import { isDrawn } from "../walk/stage.ts";
import { ACTIONS, MENU, type Picture } from "./documented.ts";
import { givePictureFaces } from "./typeface.ts";

const EXAMPLE = fileURLToPath(new URL("../../../examples/every-kind", import.meta.url));
const IMAGES = fileURLToPath(new URL("../../../docs/images/authors/", import.meta.url));

const KEYS = /^(Return|Tab|ctrl\+Return)$/;
const IDS = [...new Set(ACTIONS.map(({ action }) => action))];

/** Returns a different key for each action. */
const shortcut = (action: string) => `Alt+F${IDS.indexOf(action) + 5}`;

await Deno.mkdir(IMAGES, { recursive: true });
const [postgres, moto] = await Promise.all([startPostgres({ port: 5432 }), startMoto()]);
await postgres.sql(
  "create table orders (status text); insert into orders select unnest('{new,packed,packed,sent,sent,sent}'::text[])",
);
await putSecrets(moto.url, "eu-central-1", { "shop/api": "a key that is not shown" });
const typed = new Map([["USER", postgres.user], ["PASSWORD", postgres.password]]);
try {
  for (const dark of [false, true]) await takeAll(dark);
} finally {
  await Promise.all([postgres.stop(), moto.stop()]);
}

async function takeAll(dark: boolean): Promise<void> {
  const desktop = await startDesktop({ background: true, height: 1000, prepare: givePictureFaces });
  try {
    await prepare(desktop);
    // Otherwise whatever is below the pointer would show its tooltip.
    await desktop.windows.move(1, 1);
    if (!dark && (Deno.args.length === 0 || Deno.args.includes(MENU))) await takeMenu(desktop);
    const shortcuts = Object.fromEntries(IDS.map((id) => [`action:every-kind/${id}`, shortcut(id)]));
    for (const picture of ACTIONS) {
      if (Deno.args.length > 0 && !Deno.args.includes(picture.name)) continue;
      // Forget everything remembered from the previous picture.
      await Deno.writeTextFile(
        `${desktop.home}/.kedge/state.json`,
        JSON.stringify({ welcomed: true, version: "99.0.0", personal: { shortcuts } }),
      );
      await take(desktop, picture, dark);
      console.log(picture.name);
    }
  } finally {
    await desktop.stop();
  }
}

/**
 * Takes the picture of the tray menu with its actions open. Kedge is started again for the pictures
 * after it.
 */
async function takeMenu(desktop: Desktop): Promise<void> {
  const { windows } = desktop;
  const running = desktop.start(program("--hidden"));
  await waitFor("its icon", () => desktop.tray.item(), 60_000);
  await windows.click(desktop.icon.x, desktop.icon.y, 3);
  await waitFor("the menu to open", () => desktop.menuIsOpen());
  for (const key of ["Down", "Down", "Down", "Down", "Right"]) {
    await windows.key(key);
    // Qt's menus sometimes crash the panel when keys come quickly.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await desktop.screenshot(`${IMAGES}../${MENU}.png`, "720x420+560+580");
  console.log(MENU);
  await running.kill("SIGTERM");
}

async function take(desktop: Desktop, picture: Picture, dark: boolean): Promise<void> {
  const { windows } = desktop;
  const running = desktop.start(program(...(picture.home ? [] : ["--hidden"])), {
    AWS_ACCESS_KEY_ID: "own-key",
    AWS_SECRET_ACCESS_KEY: "own-secret",
    AWS_ENDPOINT_URL: moto.url,
    ...(dark && { GTK_THEME: "Adwaita:dark" }),
  });
  await waitFor(
    "its socket",
    () => Deno.stat(`${desktop.home}/.kedge/instance.sock`).catch(() => null),
    60_000,
  );
  if (picture.home) await windows.find(/^Kedge$/, 60_000);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await windows.key(shortcut(picture.action).toLowerCase().replace("f", "F"));
  for (const [title, ...keys] of picture.way ?? []) {
    const window = await settled(desktop, await windows.find(title, 60_000));
    for (const key of keys) {
      if (KEYS.test(key)) await windows.key(key, window);
      else await windows.type(typed.get(key) ?? key, window);
    }
    await new Promise((resolve) => setTimeout(resolve, 800));
  }
  const { x, y, width, height } = await settled(desktop, await windows.find(picture.title, 60_000));
  const path = `${IMAGES}${picture.name}${dark ? "-dark" : ""}.png`;
  await desktop.screenshot(path, `${width}x${height}+${x}+${y}`);
  await running.kill("SIGTERM");
}

async function prepare({ home }: Desktop): Promise<void> {
  const paths = kedgePaths(`${home}/.kedge`);
  await Deno.mkdir(paths.home, { recursive: true, mode: 0o700 });
  await shareGoCache(paths);
  await Deno.writeTextFile(
    paths.config,
    JSON.stringify({
      accounts: [
        { accountId: "111122223333", region: "eu-central-1", env: "prd" },
        { accountId: "123456789012", region: "eu-central-1", env: "stg" },
      ],
      servers: [{
        name: "Orders",
        engine: "postgres",
        host: "127.0.0.1",
        port: postgres.port,
        database: "postgres",
      }],
    }),
  );
  const env = { KEDGE_HOME: paths.home };
  const { stdout } = await kedge(["--validate-bundle", EXAMPLE, "--json"], { env });
  await kedge(["--install", EXAMPLE, "--trust", JSON.parse(stdout).hash], { env });
}

/** Waits until a window is drawn and keeps its size. */
async function settled(desktop: Desktop, window: Window): Promise<Window> {
  let last = "";
  return await waitFor("the window at rest", async () => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    const now = (await desktop.windows.list()).find(({ id }) => id === window.id);
    if (!now || !await isDrawn(desktop, now)) return null;
    const size = `${now.width}x${now.height}`;
    const rest = size === last;
    last = size;
    return rest ? now : null;
  }, 30_000);
}
