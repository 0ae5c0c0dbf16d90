import { parseShortcut } from "../../core/config/shortcut.ts";
import { PALETTE_KEYS } from "../../core/state/desktop_keys.ts";
import type { AppState } from "../../core/state/state.ts";
import { SHORTCUT_PROBLEM } from "./problem.ts";

/**
 * Returns the keys that open the palette from everywhere, as the desktop describes them if it does; undefined
 * when they are switched off or do not work.
 */
export function paletteKeys(
  { config, problems, desktopKeys }: Pick<AppState, "config" | "problems" | "desktopKeys">,
): string | undefined {
  const parsed = parseShortcut(config.value.globalShortcut);
  if (!parsed.ok || !parsed.shortcut || problems.some(({ code }) => code === SHORTCUT_PROBLEM)) {
    return undefined;
  }
  return desktopKeys[PALETTE_KEYS] ?? parsed.shortcut.text;
}
