import assert from "node:assert/strict";
import { join } from "node:path";
import { freePort } from "../../support/servers/ports.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { Planted } from "../../support/program/planted.ts";
import { type Desktop, startDesktop, startKeyring } from "../harness/mod.ts";
import { configured, drawn, failed, menuShows, picture, pressUntilGone, read } from "./stage.ts";
import { program } from "../../support/program/program.ts";

const WRONG = `wrong-${crypto.randomUUID()}`;

/** Types a login into the window that asks for it. A second question already knows the user. */
async function signIn(
  desktop: Desktop,
  user: string | null,
  password: string,
  store: boolean,
): Promise<void> {
  const { windows } = desktop;
  const window = await drawn(desktop, "Sign in to orders");
  await read(desktop, window);
  if (user !== null) {
    await windows.type(user, window);
    await windows.key("Tab", window);
  }
  await windows.type(password, window);
  if (store) {
    // Tab past the field's own buttons to the checkbox.
    for (let i = 0; i < 3; i++) await windows.key("Tab", window);
    await windows.key("space", window);
  }
  await picture(desktop, store ? "login" : "login-wrong", window);
  await windows.key("Return", window);
}

async function stored(desktop: Desktop): Promise<string> {
  const { code, stdout } = await new Deno.Command("/usr/bin/secret-tool", {
    args: ["lookup", "service", "kedge", "account", "server/orders"],
    env: desktop.env,
    clearEnv: true,
  }).output();
  return code === 0 ? new TextDecoder().decode(stdout) : "";
}

Deno.test("test connection asks, reports a wrong password, stores a right one on request, and names a refused port", async () => {
  const postgres = await startPostgres();
  const desktop = await startDesktop();
  try {
    await startKeyring(desktop);
    const serverAt = (port: number) =>
      configured(desktop, { servers: [{ name: "orders", engine: "postgres", host: "127.0.0.1", port }] });
    const home = await serverAt(postgres.port);
    const planted = new Planted({ right: postgres.password, wrong: WRONG });
    const stopWatching = planted.watchProcesses(() => []);
    const kedge = desktop.start([...program(), "--hidden"]);
    await desktop.tray.item();

    // A wrong password is reported and not stored, and the window asks again.
    await desktop.tray.click(["Servers", "orders · PostgreSQL", "Test connection"]);
    await signIn(desktop, postgres.user, WRONG, false);
    await desktop.windows.gone("Sign in to orders");
    assert.equal(await stored(desktop), "");

    // The right password works, and is stored because the user has ticked the checkbox.
    await signIn(desktop, null, postgres.password, true);
    await menuShows(desktop, /orders[^\n]*\n[\s\S]*PostgreSQL 1\d/);
    const shown = await drawn(desktop, "orders");
    await picture(desktop, "server", shown);
    const { user, password } = postgres;
    assert.deepEqual(JSON.parse(await stored(desktop)), { user, password, host: "127.0.0.1" });

    // Now nothing is asked; when the server cannot be reached, the message names it and the next
    // step.
    const port = freePort();
    await serverAt(port);
    await menuShows(desktop, new RegExp(`127\\.0\\.0\\.1:${port}`));
    await desktop.tray.click(["Servers", "orders · PostgreSQL", "Test connection"]);
    await menuShows(desktop, /Nothing accepts connections at 127/);
    assert.equal((await desktop.windows.list()).some(({ title }) => title.startsWith("Sign in")), false);
    await pressUntilGone(desktop, "Escape", "orders");

    // The password is only in the keychain and in the typed keys.
    await stopWatching();
    planted.search("what Kedge printed", kedge.output());
    assert.equal(planted.searchFolder(home) > 1, true);
    planted.searchFolder(join(desktop.home, ".cache"));
    assert.deepEqual(planted.sightings.filter(({ place }) => !place.includes("xdotool type")), []);
  } catch (error) {
    throw await failed(desktop, error);
  } finally {
    await desktop.stop();
    await postgres.stop();
  }
});
