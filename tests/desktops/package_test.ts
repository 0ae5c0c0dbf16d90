/**
 * Tests Kedge's own Debian package with the compiled program on Xfce, Plasma and GNOME: found in
 * the menu, started, opened by links, updated while it runs, and removed.
 */
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { APP_ID, MENU_ENTRY } from "../../src/core/app_id.ts";
import { waitFor } from "../desktop/harness/wait.ts";
import { openKedge, type RunningKedge } from "./session/kedge.ts";
import { packageManager } from "./session/packages.ts";
import { type Session, type Shell, startSession } from "./session/session.ts";
import { agree, gnomeWayland, gnomeX11 } from "./session/gnome.ts";
import { kdeWayland, kdeX11, leaveSettings } from "./session/kde.ts";
import { xfce } from "./session/xfce.ts";

const ENTRY = `/usr/share/applications/${MENU_ENTRY}`;

/**
 * A script that asks GLib, which desktops use to read entries, for the program of links, and
 * whether an entry is valid.
 */
const ASK_GLIB = `
const { Gio } = imports.gi;
const [autostart] = ARGV;
const shown = (app) => app && [app.get_id() ?? "", app.get_name(), app.get_icon()?.to_string() ?? "", app.should_show()];
const counts = (path) => { try { return Gio.DesktopAppInfo.new_from_filename(path) !== null; } catch { return false; } };
print(JSON.stringify({
  menu: shown(Gio.AppInfo.get_all().find((app) => app.get_id() === "${MENU_ENTRY}") ?? null),
  links: Gio.AppInfo.get_default_for_uri_scheme("kedge")?.get_id() ?? null,
  autostart: counts(autostart),
}));
`;

/** A desktop on which the package is tested. */
interface Walked {
  readonly shell: () => Shell;
  /** Whether the desktop uses changed keys of the configuration at once. */
  readonly keys: boolean;
  /** Answers the desktop's question at the first start. */
  readonly asked?: (session: Session) => Promise<void>;
}

const DESKTOPS: readonly Walked[] = [
  { shell: xfce, keys: true },
  { shell: kdeX11, keys: true },
  { shell: kdeWayland, keys: false, asked: leaveSettings },
  { shell: gnomeX11, keys: true },
  { shell: gnomeWayland, keys: false, asked: agree },
];

for (const walked of DESKTOPS) {
  Deno.test(`on ${walked.shell().name} the package is found, started, reached by links, updated while it runs, and removed without a trace`, (t) =>
    walk(t, walked));
}

async function walk(t: Deno.TestContext, { shell, keys, asked }: Walked): Promise<void> {
  const packages = packageManager();
  await packages.install("older");
  const session = await startSession(shell());
  let empty = "";
  const glib = async () =>
    JSON.parse(
      await session.run(
        "/usr/bin/gjs",
        "-c",
        ASK_GLIB,
        join(session.home, ".config/autostart/kedge.desktop"),
      ),
    );
  const autostart = () => Deno.readTextFile(join(session.home, ".config/autostart/kedge.desktop"));
  const setConfig = async (config: Record<string, unknown>) => {
    await Deno.mkdir(join(session.home, ".kedge"), { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(
      join(session.home, ".kedge/config.json"),
      JSON.stringify({ version: 2, ...config }),
    );
  };
  try {
    await setConfig({ linksEnabled: true });
    const kedge = await startByMenu(session);
    await asked?.(session);
    await t.step("the menu has it, by an entry without a fault, and the panel shows it", async () => {
      equal(await session.run("/usr/bin/desktop-file-validate", ENTRY), "");
      deepEqual((await glib()).menu, [MENU_ENTRY, "Kedge", "kedge", true]);
      await waitFor("the icon on the panel", session.icon).finally(async () =>
        empty = await session.picture("package")
      );
    });
    await t.step(
      "the entries for login and links are valid and name this program",
      async () => {
        const entry = await waitFor("the entry", autostart);
        match(entry, /^TryExec=\/usr\/bin\/kedge\nExec=\/usr\/bin\/kedge --hidden$/m);
        const links = join(session.home, ".local/share/applications/kedge-links.desktop");
        await waitFor("links", async () => (await glib()).links === "kedge-links.desktop");
        for (const path of [links, join(session.home, ".config/autostart/kedge.desktop")]) {
          equal(await session.run("/usr/bin/desktop-file-validate", path), "");
        }
        equal((await glib()).autostart, true);
      },
    );
    await t.step("a link opens its page in the Kedge that runs", async () => {
      session.start(["/usr/bin/xdg-open", "kedge://open/page/settings"]);
      equal((await session.find("A link to Kedge")).program.toLowerCase(), APP_ID.toLowerCase());
      await session.picture("package-link", empty);
    });
    await t.step(
      "updated while it runs, it opens windows, says so, and stays what starts at the login",
      async () => {
        await packages.install("newer");
        await killWindows(kedge.pid());
        await session.run("/usr/bin/kedge", "--toggle");
        await session.find("Kedge palette");
        await waitFor("its word", async () => /Kedge was updated/.test(await session.tray.menuText()));
        await session.picture("package-updated", empty);
        // Each change of the configuration makes Kedge check its entries again.
        await setConfig({ linksEnabled: true, globalShortcut: "Ctrl+Shift+L" });
        await waitFor("the palette to go by its new keys", async () => {
          if (keys) await session.key("ctrl+shift+l");
          else await session.key("Escape");
          return await session.gone("Kedge palette", 1000).then(() => true);
        });
        match(await autostart(), /^Exec=\/usr\/bin\/kedge --hidden$/m);
        await kedge.quit();
      },
    );
    await t.step(
      "removed, it leaves nothing outside of homes, and nothing in them that still counts",
      async () => {
        await packages.purge();
        deepEqual(await packages.left(), []);
        deepEqual(await glib(), { menu: null, links: null, autostart: false });
        match(await Deno.readTextFile(join(session.home, ".kedge/config.json")), /linksEnabled/);
      },
    );
  } finally {
    await session.picture("package-end");
    await session.stop();
    await packages.install("usual");
  }
}

/** Starts Kedge by typing its name in the menu, or by its entry where the desktop has no search. */
async function startByMenu(session: Session): Promise<RunningKedge> {
  if (!session.search) return await openKedge(session, ["/usr/bin/gio", "launch", ENTRY]);
  await session.search(
    "kedge",
    () => Deno.stat(join(session.home, ".kedge/instance.sock")).then(() => true, () => false),
  );
  return await openKedge(session, null);
}

/** Kills the process that draws the windows of a Kedge, as the system does when memory is short. */
async function killWindows(kedge: number): Promise<void> {
  let killed = 0;
  for await (const { name: thread } of Deno.readDir(`/proc/${kedge}/task`)) {
    const children = await Deno.readTextFile(`/proc/${kedge}/task/${thread}/children`);
    for (const child of children.trim().split(/\s+/).filter(Boolean)) {
      const program = await Deno.readLink(`/proc/${child}/exe`).catch(() => "");
      if (!program.startsWith("/usr/bin/kedge")) continue;
      Deno.kill(Number(child), "SIGKILL");
      killed++;
    }
  }
  equal(killed, 1);
}
