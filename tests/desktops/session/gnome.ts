import { join } from "node:path";
import type { Running } from "../../desktop/harness/process.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import {
  type Beginning,
  die,
  named,
  type Session,
  type Shell,
  type ShellWindow,
  tellBus,
} from "./session.ts";

/** A script for the shell, which runs tests' scripts when it is started in unsafe mode. */
const WINDOWS = `JSON.stringify(global.get_window_actors().map(({ meta_window: window }) => window)
  .filter((window) => !window.is_skip_taskbar() || window.has_focus())
  .map((window) => ({ title: window.get_title() ?? "", program: window.get_gtk_application_id() ?? window.get_wm_class() ?? "",
    focused: window.has_focus(), grip: [window.get_frame_rect().x + window.get_frame_rect().width / 2,
      window.get_frame_rect().y + 14] })))`;

/**
 * A script that returns the newest notification and its buttons. It is remembered, because the
 * shell shows it only for seconds.
 */
const NOTIFICATION =
  `(() => { const { _notification: it } = Main.messageTray; global.kedgeSeen = it ?? global.kedgeSeen; return JSON.stringify(it && {
  program: it.source.title, icon: it.source.icon?.to_string() ?? "", buttons: (it.actions ?? []).map(({ label }) => label) }); })()`;

/** A shell of GNOME's family, which runs scripts of tests. */
export interface Scripted {
  readonly name: string;
  readonly path: string;
}

/** Runs a script in the shell and returns its result. */
export async function evaluate(
  { bus }: Pick<Beginning, "bus">,
  script: string,
  { name, path }: Scripted = { name: "org.gnome.Shell", path: "/org/gnome/Shell" },
): Promise<string> {
  const [ok, result] = await bus.call({
    destination: name,
    path,
    interface: name,
    member: "Eval",
    signature: "s",
    body: [script],
  }, 20_000);
  if (ok !== true) throw new Error(`the shell says: ${result}`);
  return result as string;
}

/** A notification as the shell shows it. */
export interface SeenNotification {
  readonly program: string;
  readonly icon: string;
  readonly buttons: readonly string[];
}

/** Waits until GNOME shows a notification, and returns it. */
async function notification(at: Beginning): Promise<SeenNotification> {
  return await waitFor(
    "the notification",
    async () => JSON.parse(JSON.parse(await evaluate(at, NOTIFICATION))) as SeenNotification | null,
  );
}

/** Title of the window in which GNOME asks which shortcuts a program may have. */
export const QUESTION = "Add Keyboard Shortcuts";

/** Answers GNOME's question for shortcuts, wherever its window is. */
async function answerQuestion(session: Session, key: string): Promise<void> {
  await session.find(QUESTION);
  const windows = "global.get_window_actors().map(({ meta_window }) => meta_window)";
  await waitFor("the answer", async () => {
    await evaluate(
      session,
      `${windows}.find((one) => one.get_title() === "${QUESTION}")?.activate(global.get_current_time())`,
    );
    await waitFor("its focus", async () => (await session.find(QUESTION)).focused);
    await session.picture("question");
    await session.key(key);
    return await session.gone(QUESTION, 3000).then(() => true);
  });
}

/** Accepts the requested shortcut. */
export const agree = (session: Session): Promise<void> => answerQuestion(session, "alt+a");
/** Refuses the requested shortcut. */
export const refuse = (session: Session): Promise<void> => answerQuestion(session, "Escape");

const ENV = { XDG_CURRENT_DESKTOP: "GNOME", XDG_SESSION_DESKTOP: "gnome", LIBGL_ALWAYS_SOFTWARE: "1" };

/** Sets what the extension for tray icons needs, and switches off the shell's greeting. */
async function settle(at: Beginning): Promise<void> {
  const settings = [
    [
      "org.gnome.shell",
      "enabled-extensions",
      "['ubuntu-appindicators@ubuntu.com','appindicatorsupport@rgcjonas.gmail.com']",
    ],
    ["org.gnome.shell", "welcome-dialog-last-shown-version", "999"],
  ];
  for (const words of settings) await at.start(["gsettings", "set", ...words]).ended;
}

/** Waits until the desktop is usable, without the overview that is shown after the start. */
async function desktop(at: Beginning): Promise<void> {
  await named(at, "org.gnome.Shell");
  await waitFor("the shell's desktop", async () => {
    if (await evaluate(at, "Main.layoutManager._startingUp === true") !== "false") return false;
    // Without a login manager the shell shows a warning over the desktop that it cannot lock.
    await evaluate(at, "Main.messageTray.getSources().forEach((source) => source.destroy())");
    await evaluate(at, "Main.overview.hide()");
    return await evaluate(at, "Main.overview.visible || Main.overview.animationInProgress") === "false";
  });
}

const shared = {
  async openSearch(at: Beginning) {
    await evaluate(at, "Main.overview.show()");
    await waitFor(
      "the overview",
      async () =>
        await evaluate(at, "Main.overview.visible && !Main.overview.animationInProgress") === "true",
    );
  },
  panel: { x: 900, y: 0, width: 300, height: 32 },
  windows: async (at: Beginning) => JSON.parse(JSON.parse(await evaluate(at, WINDOWS))) as ShellWindow[],
  async press(at: Beginning, what: "button" | "body", look: () => Promise<void>) {
    const { program, icon, buttons } = await notification(at);
    if (program !== "Kedge" || !/kedge/.test(icon) || buttons.length === 0) {
      throw new Error(
        `the notification is of ${program} with the icon ${icon} and ${buttons.length} buttons`,
      );
    }
    await look();
    const now = "global.kedgeSeen";
    await evaluate(at, what === "body" ? `${now}.activate()` : `${now}.actions[0].activate()`);
  },
};

/** Returns GNOME on Wayland, with the extension that shows tray icons. */
export const gnomeWayland = (): Shell => ({
  name: "GNOME Wayland",
  env: { ...ENV, XDG_SESSION_TYPE: "wayland", GDK_BACKEND: "wayland" },
  ...shared,
  async begin(at) {
    const { env, screen, width, height } = at;
    const socket = "wayland-gnome";
    await tellBus(at);
    await settle(at);
    // Programs that the shell starts inherit its environment.
    const shell = at.start(
      [
        ...["/usr/bin/env", "--unset=GDK_BACKEND", "gnome-shell"],
        ...["--nested", "--wayland", "--unsafe-mode", "--wayland-display", socket],
      ],
      { DISPLAY: screen.DISPLAY!, MUTTER_DEBUG_DUMMY_MODE_SPECS: `${width}x${height}` },
    );
    try {
      await waitFor("the shell", () => Deno.stat(join(env.XDG_RUNTIME_DIR!, socket)));
      env.WAYLAND_DISPLAY = socket;
      await tellBus(at);
      await desktop(at);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${shell.output()}`);
    }
  },
});

/** Returns GNOME on X11, whose shell can end without ending the session. */
export function gnomeX11(): Shell {
  let running: Running;
  const begin = async (at: Beginning) => {
    running = at.start(["gnome-shell", "--x11", "--unsafe-mode"]);
    try {
      await desktop(at);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${running.output()}`);
    }
  };
  return {
    name: "GNOME X11",
    env: { ...ENV, XDG_SESSION_TYPE: "x11" },
    ...shared,
    async begin(at) {
      at.env.DISPLAY = at.screen.DISPLAY!;
      await tellBus(at);
      await settle(at);
      await begin(at);
    },
    async again(at) {
      await die(running);
      await begin(at);
    },
  };
}
