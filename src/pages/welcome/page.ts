import { asEntry } from "../../core/config/document.ts";
import { PALETTE_KEYS } from "../../core/state/desktop_keys.ts";
import { selector } from "../../core/state/selector.ts";
import type { AppState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";
import { analyticsShown, shortcutProblem } from "../shown.ts";

/** Fields of config.json that the welcome page asks about. */
const ASKED = ["ssoStartUrl", "ssoRegion", "globalShortcut", "launchAtStartup", "analyticsEnabled"];

/** The page of the first start. It asks only for what is needed, and everything can be done later. */
export const welcomePage = definePage({
  title: "Welcome to Kedge",
  width: 560,
  height: 420,
  single: true,
  resizable: false,
  model: () => {
    const config = selector(
      ({ config }: AppState) => [config.file, config.value, config.document],
      (file, value, document) => ({
        file,
        /** The answers that are in force. */
        answers: {
          ssoStartUrl: value.ssoStartUrl ?? "",
          ssoRegion: value.ssoRegion ?? "",
          globalShortcut: value.globalShortcut,
          launchAtStartup: value.launchAtStartup,
          analyticsEnabled: value.analyticsEnabled,
        },
        /** Whether the file has any of them. */
        hasAnswers: ASKED.some((key) => asEntry(document)[key] !== undefined),
      }),
    );
    const installed = selector(
      ({ extensions }: AppState) => [extensions],
      (extensions) => extensions.map(({ id, name }) => ({ id, name })),
    );
    return (state) => ({
      config: config(state),
      installed: installed(state),
      servers: state.config.value.servers.length,
      signIn: state.signIn.status,
      analytics: analyticsShown(state),
      shortcutProblem: shortcutProblem(state),
      desktopKeys: state.desktopKeys[PALETTE_KEYS] ?? null,
      /** Whether the palette is open, for example after the shortcut was pressed. */
      palette: state.windows.some(({ page }) => page === "palette"),
    });
  },
  commands: {
    editConfig: ({ path }) => path.length === 1 && ASKED.includes(String(path[0])),
    reviewSample: true,
    checkPortal: true,
    signIn: true,
    openWindow: ({ page }) => page === "palette" || page === "import",
  },
});

/** The model of the welcome page. */
export type WelcomeModel = ModelOf<typeof welcomePage>;
