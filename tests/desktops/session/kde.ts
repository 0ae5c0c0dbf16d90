import { join } from "node:path";
import { APP_ID } from "../../../src/core/app_id.ts";
import type { Running } from "../../desktop/harness/process.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { type Area, type Beginning, die, named, type Session, type Shell, tellBus } from "./session.ts";
import { gripOf } from "./x_windows.ts";

/** Returns a script for KWin that calls the test back with the list of windows. */
const WINDOWS_SCRIPT = (name: string, turn: number) =>
  `const all = workspace.windowList().map((window) => ({ title: window.caption, program: window.desktopFileName,
    focused: window.active, shown: window.normalWindow || window.dialog || window.utility, resource: window.resourceClass,
    notification: window.notification || window.criticalNotification || window.onScreenDisplay || window.popupWindow,
    area: { x: window.frameGeometry.x, y: window.frameGeometry.y, width: window.frameGeometry.width,
      height: window.frameGeometry.height } }));
callDBus("${name}", "/kedge", "kedge.test", "windows", ${turn}, JSON.stringify(all));`;

/** A window in the answer of {@link WINDOWS_SCRIPT}. */
interface KwinWindow {
  readonly title: string;
  readonly program: string;
  readonly focused: boolean;
  readonly shown: boolean;
  readonly notification: boolean;
  readonly resource: string;
  readonly area: Area;
}

/** Returns a function that lists KWin's windows by running a script in it. */
function windowsOfKwin(): (at: Beginning) => Promise<readonly KwinWindow[]> {
  let turn = 0;
  const answers = new Map<number, (windows: KwinWindow[]) => void>();
  let serving = false;
  return async ({ bus, env }) => {
    if (!serving) {
      serving = true;
      bus.serve("/kedge", [{
        name: "kedge.test",
        methods: {
          windows: {
            input: "is",
            output: "",
            call: ([number, text]) => {
              answers.get(number as number)?.(JSON.parse(text as string) as KwinWindow[]);
              return [];
            },
          },
        },
      }]);
    }
    const mine = ++turn;
    const { promise, resolve } = Promise.withResolvers<KwinWindow[]>();
    answers.set(mine, resolve);
    const path = join(env.TMPDIR!, `windows-${mine}.js`);
    await Deno.writeTextFile(path, WINDOWS_SCRIPT(bus.name, mine));
    const scripting = {
      destination: "org.kde.KWin",
      path: "/Scripting",
      interface: "org.kde.kwin.Scripting",
    } as const;
    const [id] = await bus.call({ ...scripting, member: "loadScript", signature: "s", body: [path] });
    await bus.call({
      destination: "org.kde.KWin",
      path: `/Scripting/Script${id}`,
      interface: "org.kde.kwin.Script",
      member: "run",
      signature: "",
      body: [],
    });
    const timer = setTimeout(() => resolve([]), 10_000);
    const windows = await promise;
    clearTimeout(timer);
    answers.delete(mine);
    await bus.call({ ...scripting, member: "unloadScript", signature: "s", body: [path] });
    return windows;
  };
}

/** Title of the window in which Plasma before 6.4 shows requested shortcuts. */
export const SETTINGS = /System Settings$/;

/** Closes that window. */
export async function leaveSettings(session: Session): Promise<void> {
  await session.find(SETTINGS);
  await session.picture("asked");
  await session.key("alt+F4");
  await session.gone(SETTINGS);
}

/** Super and K in Qt's encoding of keys. */
export const SUPER_K = 0x10000000 | 0x4b;

/** Assigns other keys to a program's shortcut, as the desktop's settings do. */
export async function chooseKeys({ bus }: Session, shortcut: string, key: number): Promise<void> {
  const daemon = {
    destination: "org.kde.kglobalaccel",
    path: "/kglobalaccel",
    interface: "org.kde.KGlobalAccel",
  };
  const [all] = await bus.call({
    ...daemon,
    member: "allActionsForComponent",
    signature: "as",
    body: [[APP_ID, "", "", ""]],
  });
  const action = (all as readonly string[][]).find(([, name]) => name === shortcut);
  if (!action) throw new Error(`no ${shortcut} among ${JSON.stringify(all)}`);
  await bus.call({
    ...daemon,
    member: "setForeignShortcutKeys",
    signature: "asa(ai)",
    body: [action, [[[key, 0, 0, 0]]]],
  });
}

/** Opens the menu of Kedge's icon on the panel. */
export async function openMenu(session: Session): Promise<void> {
  const [x, y] = await waitFor("the icon on the panel", session.icon);
  await session.click(x, y, "right");
}

const ENV = {
  XDG_CURRENT_DESKTOP: "KDE",
  XDG_SESSION_DESKTOP: "KDE",
  KDE_FULL_SESSION: "true",
  KDE_SESSION_VERSION: "6",
  XDG_MENU_PREFIX: "plasma-",
  // There is no graphics card, so Qt and KWin must draw in software.
  QT_QUICK_BACKEND: "software",
  KWIN_COMPOSE: "Q",
};

/** Returns the common parts of both sessions of Plasma. */
function plasma(): Pick<Shell, "windows" | "press" | "panel" | "again" | "openSearch"> & {
  begin(at: Beginning): Promise<void>;
} {
  const windows = windowsOfKwin();
  let running: Running[] = [];
  const begin = async (at: Beginning) => {
    running = [at.start(["kded6"])];
    await named(at, "org.kde.StatusNotifierWatcher");
    running.push(at.start(["plasmashell"]));
    await named(at, "org.kde.plasmashell");
    await named(at, "org.freedesktop.Notifications");
  };
  return {
    begin,
    panel: { x: 1000, y: 750, width: 150, height: 50 },
    windows: async (at) =>
      (await windows(at)).filter(({ shown }) => shown)
        .map(({ title, program, resource, focused, area }) => ({
          title,
          // On X11 Plasma finds the desktop file by the window's class.
          program: program || resource,
          focused,
          grip: gripOf(area),
        })),
    async press(at, what, look) {
      let all: readonly KwinWindow[] = [];
      let before = "";
      // The notification slides to its final position.
      const shown = () =>
        waitFor("the notification at rest", async () => {
          all = await windows(at);
          const found = all.find(({ notification }) => notification);
          const area = JSON.stringify(found?.area);
          const rests = area === before;
          before = area;
          return found && rests && found;
        }).catch((error) => {
          throw new Error(`${error.message}: ${JSON.stringify(all)}`);
        });
      const { area } = await shown();
      // The notification stays as long as the pointer is over it.
      await at.point(area.x + area.width / 2, area.y + area.height / 3);
      await look();
      // Another notification may have appeared and moved this one.
      const { x, y, width, height } = (await shown()).area;
      await (what === "body"
        ? at.click(x + width / 2, y + height / 3)
        : at.click(x + width - 70, y + height - 30));
    },
    openSearch: async ({ bus }) =>
      void await bus.call({
        destination: "org.kde.plasmashell",
        path: "/PlasmaShell",
        interface: "org.kde.PlasmaShell",
        member: "activateLauncherMenu",
        signature: "",
        body: [],
      }),
    /** Restarts the panel and the daemon of tray icons. */
    async again(at) {
      for (const program of running) await die(program);
      await begin(at);
    },
  };
}

/** Returns Plasma on Wayland. */
export function kdeWayland(): Shell {
  const shared = plasma();
  return {
    name: "KDE Wayland",
    env: { ...ENV, XDG_SESSION_TYPE: "wayland", QT_QPA_PLATFORM: "wayland" },
    ...shared,
    async begin(at) {
      const { env, screen, width, height } = at;
      const socket = "wayland-kde";
      const size = ["--width", String(width), "--height", String(height)];
      at.start(
        ["kwin_wayland", "--x11-display", screen.DISPLAY!, ...size, "--socket", socket, "--no-lockscreen"],
        { DISPLAY: screen.DISPLAY!, QT_QPA_PLATFORM: "" },
      );
      await waitFor("KWin", () => Deno.stat(join(env.XDG_RUNTIME_DIR!, socket)));
      await named(at, "org.kde.KWin");
      env.WAYLAND_DISPLAY = socket;
      await tellBus(at);
      await shared.begin(at);
    },
  };
}

/** Returns Plasma on X11. */
export function kdeX11(): Shell {
  const shared = plasma();
  return {
    name: "KDE X11",
    // On X11, without a graphics card, KWin ends unless compositing is off.
    env: { ...ENV, KWIN_COMPOSE: "N", XDG_SESSION_TYPE: "x11" },
    ...shared,
    async begin(at) {
      at.env.DISPLAY = at.screen.DISPLAY!;
      await tellBus(at);
      at.start(["kwin_x11"]);
      await named(at, "org.kde.KWin");
      at.start(["/usr/lib/x86_64-linux-gnu/libexec/kglobalacceld"]);
      await shared.begin(at);
    },
  };
}
