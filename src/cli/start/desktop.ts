import type { Command } from "../../core/app/command.ts";
import { PALETTE_KEYS, withDesktopKeys } from "../../core/state/desktop_keys.ts";
import type { Problem } from "../../core/state/state.ts";
import { createNotifier, followToasts } from "../../tray/notifications/mod.ts";
import { followProgram, PROGRAM_PROBLEM } from "../../tray/follow_program.ts";
import { followSettings } from "../../tray/follow_settings.ts";
import { followState } from "../../tray/follow_state.ts";
import { createTray } from "../../tray/mod.ts";
import { createLinkHandler, LINKS_PROBLEM } from "../../tray/link_handler/mod.ts";
import { createLaunchAtLogin, LOGIN_PROBLEM } from "../../tray/login_item/mod.ts";
import { followActionShortcuts } from "../../tray/shortcut/actions.ts";
import { createShortcut, SHORTCUT_PROBLEM } from "../../tray/shortcut/mod.ts";
import { paletteKeys } from "../../tray/shortcut/palette_keys.ts";
import { createDesktopWindows } from "../../tray/windows/mod.ts";
import type { DesktopWindows } from "../../tray/windows/options.ts";
import { EXIT } from "../exit.ts";
import { mayWait } from "../../tray/windows/may_wait.ts";
import { personsCall } from "../on_path.ts";
import { runsWords } from "./greeting.ts";
import { browserOpener, startPages, type SurfaceParts } from "./surface.ts";

/** How long to wait until it is known whether windows can be shown, in ms. */
const TRY_MS = 10_000;
const pause = (ms: number) => new Promise<void>((resolve) => Deno.unrefTimer(setTimeout(resolve, ms)));

/** Shows Kedge as a tray icon and windows. */
export async function runOnDesktop(parts: SurfaceParts): Promise<number> {
  const { app, paths, logger, args, activation, quit } = parts;
  const { store } = app;
  parts.onServed(null);
  const dispatch = (command: Command) => void app.dispatch(command);
  /** Carries out a command that no page sent. A failure becomes a message, because nothing else would show it. */
  const carryOut = async (command: Command) => {
    const result = await app.dispatch(command);
    if (!result.ok) app.tell(result.error, result.hint ?? "");
  };
  const unseen = followUnseen((words) => console.error(words));
  const problem = (code: string) => (problem: Problem | null) => {
    if (problem) {
      app.problems.set(problem);
      // A user who started Kedge in a terminal may have no other place to read this.
      console.error(`kedge: ${problem.message}\n${problem.hint}`);
    } else app.problems.clear(code);
    unseen(code, problem !== null);
  };

  let windows: DesktopWindows | null = null;
  const tray = createTray({
    cache: paths.cache,
    onCommand: carryOut,
    onActivate: () => dispatch({ name: "openWindow", page: "home" }),
    onActivation: activation.note,
    onProblem: problem("no-tray-host"),
  });
  /** Opens the palette. Settles when the palette has the keyboard focus, or will not get it. */
  async function openPalette() {
    await app.dispatch({ name: "openWindow", page: "palette" });
    const palette = store.get().windows.find(({ page, params }) =>
      page === "palette" && Object.keys(params).length === 0
    );
    if (palette) await windows?.focused(palette.id);
  }
  const onKeys = (id: string, keys: string | null) =>
    app.desktopKeys.update((all) => withDesktopKeys(all, id, keys));
  const shortcut = createShortcut({
    onPress: (word, letGo) => {
      activation.note(word);
      void openPalette().finally(letGo);
    },
    onProblem: problem(SHORTCUT_PROBLEM),
    onKeys: (keys) => onKeys(PALETTE_KEYS, keys),
  });
  const actionShortcuts = followActionShortcuts(store, {
    run: (extension, action) => void carryOut({ name: "runAction", extension, action }),
    onProblem: (code, found) => problem(code)(found),
    onKeys,
  });
  const notifier = createNotifier(activation.note);
  const ends = [
    followState(store, tray),
    followProgram(store, problem(PROGRAM_PROBLEM)),
    followSettings(
      store,
      shortcut,
      createLaunchAtLogin(problem(LOGIN_PROBLEM)),
      createLinkHandler(problem(LINKS_PROBLEM)),
    ),
    followToasts(store, notifier, (page, params) => dispatch({ name: "openWindow", page, params })),
  ];
  await tray.start();

  const pages = await startPages(parts, "window");
  let tried = Promise.withResolvers<void>();
  windows = pages && createDesktopWindows({
    store,
    paths,
    address: (window) => pages.openAddress(window),
    whenReady: pages.whenReady,
    onClosed: (window) => dispatch({ name: "closeWindow", window, asking: true }),
    onDropped: (source) => void carryOut({ name: "beginInstall", source }),
    onRetry: () => tried = Promise.withResolvers(),
    onProblem(found) {
      problem("no-webview")(found);
      tried.resolve();
    },
    onError: (error) => logger.error("windows", error),
    openInBrowser: browserOpener(parts),
    activation,
    warm: { page: "palette", prepare: () => pages.prepare("palette"), give: pages.give, take: pages.take },
    mayWait,
  });
  parts.onWindows(async () => {
    if (!windows) return false;
    await Promise.race([tried.promise, pause(TRY_MS)]);
    return store.get().problems.every(({ code }) => code !== "no-webview");
  });
  app.onUseBrowser = () => windows?.useBrowser();
  // A link opens a window of its own.
  const bare = !args.hidden && args.command !== "dev" && args.operands.length === 0;
  if (bare && !app.welcome()) {
    dispatch({ name: "openWindow", page: "home" });
  }

  // `--dev` prints its one document at the end.
  if (args.json && args.command !== "dev") console.log(JSON.stringify({ ok: true }));
  if (Deno.stderr.isTerminal() && !args.hidden && args.command !== "dev") {
    const inTray = store.get().problems.every(({ code }) => code !== "no-tray-host");
    console.error(runsWords(inTray, paletteKeys(store.get()) ?? "", await personsCall()));
  }

  await quit;
  for (const end of ends) end();
  notifier.close();
  await Promise.all([shortcut.stop(), actionShortcuts.stop(), tray.stop(), windows?.close()]);
  await pages?.close();
  return EXIT.done;
}

/** Codes of the problems that together make Kedge invisible: no icon and no windows. */
const UNSEEN = ["no-tray-host", "no-webview"] as const;

/** Printed when no surface can show Kedge. */
const WORDS = "kedge: Kedge goes on running, with no icon and no window.\n" +
  "End it with Ctrl+C; kedge --browser then shows everything in a browser.";

/**
 * Follows whether any surface can show Kedge, and reports once that none can. Otherwise a start that has
 * printed its problems would continue in silence.
 */
export function followUnseen(say: (words: string) => void): (code: string, isProblem: boolean) => void {
  const now = new Set<string>();
  return (code, isProblem) => {
    const before = now.size;
    if (!UNSEEN.some((one) => one === code)) return;
    if (isProblem) now.add(code);
    else now.delete(code);
    if (now.size === UNSEEN.length && before < now.size) say(WORDS);
  };
}
