/**
 * Shortcuts that the desktop assigned instead of those Kedge asked for, as the desktop writes them. The key
 * is {@link PALETTE_KEYS}, or the id of an action's entry.
 */
export type DesktopKeys = Readonly<Record<string, string>>;

/** Key under which the shortcut of the palette is kept. */
export const PALETTE_KEYS = "palette";

/** Returns the shortcuts with that of one entry changed; null when the desktop uses the one Kedge asked for. */
export function withDesktopKeys(all: DesktopKeys, id: string, keys: string | null): DesktopKeys {
  const { [id]: _, ...others } = all;
  return keys === null ? others : { ...others, [id]: keys };
}
