/**
 * The keys that the desktop has in place of those that Kedge asked for, in the desktop's own words, by what they do:
 * {@link PALETTE_KEYS}, or the id of an action's entry.
 */
export type DesktopKeys = Readonly<Record<string, string>>;

/** What the keys that open the palette stand under. */
export const PALETTE_KEYS = "palette";

/** The keys of one as the desktop says; null for those that Kedge asked for. */
export function withDesktopKeys(all: DesktopKeys, id: string, keys: string | null): DesktopKeys {
  const others = Object.fromEntries(Object.entries(all).filter(([one]) => one !== id));
  return keys === null ? others : { ...others, [id]: keys };
}
