import { askFirst } from "../../tray/instance/ask.ts";
import { isPrivate } from "../../tray/instance/connect.ts";

/**
 * Returns the next step for an action that is not installed but that the running Kedge develops; undefined
 * for any other action.
 */
export async function developedHint(
  home: string,
  extension: string,
  action: string,
): Promise<string | undefined> {
  // In a home that others can write to, another user's program may be listening.
  if (!await isPrivate(home).catch(() => false)) return undefined;
  const answer = await askFirst(home, "developed", { extension, action });
  const folder = (answer as { folder?: unknown } | null | undefined)?.folder;
  return typeof folder === "string"
    ? `kedge --dev works on it in ${folder}: run it from the palette or the tray there, or install it to run it here`
    : undefined;
}
