/**
 * Takes the pictures of docs/authors.md: the actions of examples/every-kind in the whole program on a private desktop,
 * light and dark, into docs/images/authors: all, or those of the names. `deno run -A tests/desktop/gallery/authors.ts [NAME…]`
 */
import { fileURLToPath } from "node:url";
import { kedgePaths } from "../../../src/core/paths.ts";
import { kedge } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { shareGoCache } from "../../support/program/actions.ts";
import { type Desktop, startDesktop, waitFor, type Window } from "../harness/mod.ts";
import { isDrawn } from "../walk/stage.ts";

const EXAMPLE = fileURLToPath(new URL("../../../examples/every-kind", import.meta.url));
const IMAGES = fileURLToPath(new URL("../../../docs/images/authors/", import.meta.url));

/** Each picture: the action, the title of the window to wait for, and the keys that lead on to it. */
const PICTURES: readonly [name: string, action: string, title: RegExp, keys?: readonly string[]][] = [
  ["ask", "questions", /Rename a ship/],
  ["confirm", "questions", /Ask questions/, ["Ada", "Return", "Return"]],
  ["form", "form", /Send a parcel/],
  ["progress", "progress", /Count the stock/],
  ["button", "button", /^Kedge$/],
  ["report", "report", /Stock of Shop/],
  ["account", "secret", /Account for/],
  ["login", "query", /orders/i],
];

await Deno.mkdir(IMAGES, { recursive: true });
for (const dark of [false, true]) {
  const desktop = await startDesktop({ background: true, height: 1000 });
  try {
    await prepare(desktop);
    const shortcuts = Object.fromEntries(
      ["questions", "form", "progress", "button", "report", "secret", "query"].map((id, at) => [
        `action:every-kind/${id}`,
        `Alt+F${at + 5}`,
      ]),
    );
    await Deno.writeTextFile(
      `${desktop.home}/.kedge/state.json`,
      JSON.stringify({ welcomed: true, version: "99.0.0", personal: { shortcuts } }),
    );
    for (const [name, action, title, keys = []] of PICTURES) {
      if (Deno.args.length > 0 && !Deno.args.includes(name)) continue;
      const running = desktop.start(program(...(name === "button" ? [] : ["--hidden"])), {
        ...(dark && { GTK_THEME: "Adwaita:dark" }),
      });
      await waitFor(
        "its socket",
        () => Deno.stat(`${desktop.home}/.kedge/instance.sock`).catch(() => null),
        60_000,
      );
      if (name === "button") await desktop.windows.find(title, 60_000);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await desktop.windows.key(shortcuts[`action:every-kind/${action}`]!.toLowerCase().replace("f", "F"));
      let window = await desktop.windows.find(keys.length > 0 ? /Rename a ship/ : title, 60_000);
      for (const key of keys) {
        window = await settled(desktop, window);
        if (key === "Return") await desktop.windows.key(key, window);
        else await desktop.windows.type(key, window);
        await new Promise((resolve) => setTimeout(resolve, 800));
        window = await desktop.windows.find(/Rename a ship|Ask questions/, 20_000);
      }
      window = await settled(desktop, await desktop.windows.find(title, 20_000));
      const { x, y, width, height } = window;
      await desktop.screenshot(`${IMAGES}${name}${dark ? "-dark" : ""}.png`, `${width}x${height}+${x}+${y}`);
      await running.kill("SIGTERM");
      console.log(name);
    }
  } finally {
    await desktop.stop();
  }
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
        { accountId: "222233334444", region: "eu-central-1", env: "stg" },
      ],
      servers: [{
        name: "Orders",
        engine: "postgres",
        host: "127.0.0.1",
        port: 5432,
        database: "orders",
        tls: true,
      }],
    }),
  );
  const env = { KEDGE_HOME: paths.home };
  const { stdout } = await kedge(["--validate-bundle", EXAMPLE, "--json"], { env });
  await kedge(["--install", EXAMPLE, "--trust", JSON.parse(stdout).hash], { env });
}

/** Waits until a window is drawn and its size has come to rest. */
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
