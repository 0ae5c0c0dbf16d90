import { join } from "node:path";
import { waitFor } from "../../desktop/harness/wait.ts";
import { type Beginning, named, type Shell, type ShellWindow, tellBus } from "./session.ts";

/** Told to KWin, which calls the test back with its windows. */
const WINDOWS_SCRIPT = (name: string, turn: number) =>
  `const all = workspace.windowList().filter((window) => window.normalWindow || window.dialog || window.utility)
  .map((window) => ({ title: window.caption, program: window.desktopFileName, focused: window.active }));
callDBus("${name}", "/kedge", "kedge.test", "windows", ${turn}, JSON.stringify(all));`;

/** The windows that KWin has, by a script of its own. */
function windowsOfKwin(): Shell["windows"] {
  let turn = 0;
  const answers = new Map<number, (windows: ShellWindow[]) => void>();
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
              answers.get(number as number)?.(JSON.parse(text as string) as ShellWindow[]);
              return [];
            },
          },
        },
      }]);
    }
    const mine = ++turn;
    const { promise, resolve } = Promise.withResolvers<ShellWindow[]>();
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

const ENV = {
  XDG_CURRENT_DESKTOP: "KDE",
  XDG_SESSION_DESKTOP: "KDE",
  KDE_FULL_SESSION: "true",
  KDE_SESSION_VERSION: "6",
  XDG_MENU_PREFIX: "plasma-",
  // There is no graphics card.
  QT_QUICK_BACKEND: "software",
  KWIN_COMPOSE: "Q",
};

async function plasma(at: Beginning): Promise<void> {
  await tellBus(at);
  at.start(["kded6"]);
  await named(at, "org.kde.StatusNotifierWatcher");
  at.start(["plasmashell"]);
  await named(at, "org.kde.plasmashell");
  await named(at, "org.freedesktop.Notifications");
}

/** Plasma on Wayland. */
export const kdeWayland = (): Shell => ({
  name: "KDE Wayland",
  env: { ...ENV, XDG_SESSION_TYPE: "wayland", QT_QPA_PLATFORM: "wayland" },
  windows: windowsOfKwin(),
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
    await plasma(at);
  },
});

/** Plasma on X11. */
export const kdeX11 = (): Shell => ({
  name: "KDE X11",
  env: { ...ENV, XDG_SESSION_TYPE: "x11" },
  windows: windowsOfKwin(),
  async begin(at) {
    at.env.DISPLAY = at.screen.DISPLAY!;
    await tellBus(at);
    at.start(["kwin_x11"]);
    await named(at, "org.kde.KWin");
    at.start(["/usr/lib/x86_64-linux-gnu/libexec/kglobalacceld"]);
    await plasma(at);
  },
});
