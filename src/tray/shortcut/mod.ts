import { parseShortcut } from "../../core/config/shortcut.ts";
import { sessionType } from "../../core/platform/host.ts";
import type { Problem } from "../../core/state/state.ts";
import type { Backend, BackendEvents, Bound, OnPress, Purpose } from "./backend.ts";
import { createDarwinBackend } from "./darwin.ts";
import { createLinuxBackend, unsupported } from "./linux.ts";
import { portalIsThere } from "./portal_answers.ts";
import { toggleCommand } from "../toggle_command.ts";
import { SHORTCUT_PROBLEM } from "./problem.ts";
import { createWindowsBackend } from "./windows.ts";

export { SHORTCUT_PROBLEM } from "./problem.ts";

/** A system-wide combination of keys, such as the one that opens the palette. */
export interface GlobalShortcut {
  /** Listens to this combination (`globalShortcut` of config.json) instead of the previous one; "" listens to none. */
  set(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Events of a shortcut. */
interface ShortcutEvents {
  /** Purpose of the combination; by default it opens the palette. */
  readonly purpose?: Purpose;
  readonly onPress: OnPress;
  /** The combination cannot be used (code `shortcut-unavailable`); null when it can. */
  readonly onProblem: (problem: Problem | null) => void;
  /** The desktop uses other keys than those of `set`, in the desktop's own words; null when it uses those of `set`. */
  readonly onKeys?: (keys: string | null) => void;
}

const PALETTE: Purpose = { id: "open-palette", description: "Open Kedge's palette", opens: "window" };

/** Creates the shortcut of this system; it listens to nothing until `set` is called. */
export function createShortcut(
  { purpose = PALETTE, onPress, onProblem, onKeys }: ShortcutEvents,
  makeBackend = systemBackend,
): GlobalShortcut {
  let current: string | null = null;
  let backend: Backend | null = null;
  /** Number of the newest call of `set`; the result of an earlier call is ignored. */
  let newest = 0;
  let stopped = false;
  const report = (bound: Bound) => {
    if (stopped) return;
    onKeys?.(bound.ok ? bound.keys ?? null : null);
    onProblem(bound.ok ? null : { code: SHORTCUT_PROBLEM, message: bound.message, hint: bound.hint });
  };
  return {
    async set(text) {
      const parsed = parseShortcut(text);
      // An invalid shortcut is already a diagnostic of the configuration, and the default applies.
      const shortcut = parsed.ok ? parsed.shortcut : null;
      const canonical = shortcut?.text ?? "";
      if (canonical === current || stopped) return;
      current = canonical;
      const wish = ++newest;
      let bound: Bound;
      try {
        backend ??= makeBackend({ purpose, onPress, onChange: report });
        bound = await backend.bind(shortcut);
      } catch (error) {
        bound = {
          ok: false,
          message: `The shortcut cannot be registered: ${(error as Error).message}`,
          hint: `The tray menu and ${toggleCommand()} open the palette.`,
        };
      }
      if (wish === newest) report(bound);
    },
    async stop() {
      stopped = true;
      await backend?.stop();
    },
  };
}

/**
 * Returns why this desktop cannot provide the shortcut, as far as Kedge can tell without asking the user;
 * null when it may.
 */
export async function desktopShortcutProblem(): Promise<
  { readonly message: string; readonly hint: string } | null
> {
  const bound = await portalIsThere() ? null : unsupported("wayland");
  return bound?.ok === false ? bound : null;
}

function systemBackend(events: BackendEvents): Backend {
  if (Deno.build.os === "windows") return createWindowsBackend(events);
  if (Deno.build.os === "darwin") return createDarwinBackend(events);
  return createLinuxBackend(sessionType(), Deno.env.get("DISPLAY") ?? "", events);
}
