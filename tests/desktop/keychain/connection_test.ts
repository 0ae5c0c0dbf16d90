import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../../src/core/platform/run.ts";
import { Planted } from "../../support/planted.ts";
import { startPostgres } from "../../support/postgres.ts";
import { type Desktop, startDesktop, waitFor, type Window } from "../harness/mod.ts";

const MAIN = fileURLToPath(new URL("../../../main.ts", import.meta.url));
const IMAGES = Deno.env.get("KEDGE_TEST_IMAGES");
const SECRETS = { "right password": "planted-right-4711", "wrong password": "planted-wrong-0815" };

Deno.test("a click on Test connection asks for the login, keeps it in the keychain and shows what answered", async () => {
  const [desktop, postgres] = await Promise.all([startDesktop(), startPostgres()]);
  const planted = new Planted(SECRETS);
  try {
    await postgres.sql(`create role ada login password '${SECRETS["right password"]}'`);
    await startKeyring(desktop);
    const home = join(desktop.home, ".kedge");
    await Deno.mkdir(home, { recursive: true });
    const server = {
      name: "orders",
      engine: "postgres",
      host: postgres.host,
      port: postgres.port,
      tls: true,
    };
    await Deno.writeTextFile(join(home, "config.json"), JSON.stringify({ servers: [server] }));
    const stop = planted.watchProcesses(() => []);
    const kedge = desktop.start([Deno.execPath(), "run", "-A", MAIN, "--hidden"]);
    const { tray, windows } = desktop;
    await tray.item(30_000);
    const shows = (line: RegExp) =>
      waitFor(`the menu to show ${line}`, async () => {
        const text = await tray.menuText();
        if (!line.test(text)) throw new Error(`it shows\n${text}\n${kedge.output()}`);
        return true;
      }, 20_000);
    await shows(/orders · PostgreSQL/);

    // A wrong password is asked for again, with the reason.
    await tray.click(["Servers", "orders…*", "Test connection"]);
    let login = await ready(desktop, "Sign in to orders");
    if (IMAGES) await desktop.screenshot(join(IMAGES, "login.png"));
    const first = (await windows.list()).find(({ title }) => title === "Sign in to orders");
    await fill(desktop, login, "ada", SECRETS["wrong password"], true);
    await waitFor("the question to be a new one", async () => {
      const now = (await windows.list()).find(({ title }) => title === "Sign in to orders");
      return now && (now.id !== first?.id || now.height !== first?.height);
    });
    login = await ready(desktop, "Sign in to orders");
    if (IMAGES) await desktop.screenshot(join(IMAGES, "login-again.png"));
    // The user is filled in already and the password has the focus.
    await windows.type(SECRETS["right password"], login);
    await tick(desktop);
    await windows.key("Return");
    await shows(/orders · connected in \d+ ms/);
    await shows(/✓ PostgreSQL 1\d.* TLS/);

    // It was kept as one item that a person can tell apart.
    const kept = await run(
      "/usr/bin/secret-tool",
      ["lookup", "service", "kedge", "account", "server/orders"],
      {
        env: desktop.env,
      },
    );
    equal(kept.ended, true);
    deepEqual(JSON.parse(kept.ended ? kept.stdout : ""), {
      user: "ada",
      password: SECRETS["right password"],
    });

    // The next test asks nothing; a server that is gone says so.
    await postgres.pause();
    await tray.click(["Servers", "orders…*", "Test connection"]);
    await shows(/orders · test failed/);
    await shows(/✗ 127\.0\.0\.1:\d+ accepted the connection and then said/);
    await postgres.resume();
    equal((await windows.list()).some(({ title }) => title === "Sign in to orders"), false);

    // And nothing of this is anywhere but in the keychain.
    await stop();
    planted.search("what Kedge printed", kedge.output());
    planted.searchFolder(home);
    planted.searchFolder(join(desktop.home, ".cache"));
    // The user's fingers are a program here.
    deepEqual(planted.sightings.filter(({ place }) => !place.includes("xdotool type")), []);
    match(kedge.output(), /^(?![\s\S]*error)/i);
  } catch (error) {
    if (IMAGES) await desktop.screenshot(join(IMAGES, "failure.png"));
    throw error;
  } finally {
    await Promise.all([desktop.stop(), postgres.stop()]);
  }
});

/** Starts gnome-keyring with an unlocked login keyring and waits for it without asking it anything. */
async function startKeyring(desktop: Desktop): Promise<void> {
  const start = "printf test | exec gnome-keyring-daemon --foreground --unlock --components=secrets";
  desktop.start(["/bin/sh", "-c", start]);
  await waitFor("the keyring", async () => {
    const owned = await run("/usr/bin/busctl", ["--user", "--no-legend", "list"], { env: desktop.env });
    return owned.ended && /org\.freedesktop\.secrets +\d/.test(owned.stdout);
  });
}

/** The window once it is drawn and has the focus. */
async function ready(desktop: Desktop, title: string): Promise<Window> {
  const window = await desktop.windows.find(title, 30_000);
  await desktop.windows.activate(window);
  await waitFor("the window to be drawn", async () => {
    const part = `${window.width}x${window.height}+${window.x}+${window.y}`;
    const colours = await run("/bin/sh", [
      "-c",
      `import -silent -window root -crop "$1" +repage png:- | convert png:- -unique-colors -format %w info:`,
      "sh",
      part,
    ], { env: desktop.env });
    return colours.ended && Number(colours.stdout) > 20;
  }, 20_000);
  return window;
}

async function fill(
  desktop: Desktop,
  window: Window,
  user: string,
  password: string,
  save: boolean,
): Promise<void> {
  const { windows } = desktop;
  await windows.type(user, window);
  await windows.key("Tab");
  await windows.type(password);
  if (save) await tick(desktop);
  await windows.key("Return");
}

/** From the password over its two buttons to the box that stores it. */
async function tick({ windows }: Desktop): Promise<void> {
  for (let i = 0; i < 3; i++) await windows.key("Tab");
  await windows.key("space");
}
