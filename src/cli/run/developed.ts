import { askFirst } from "../../tray/instance/ask.ts";
import { isPrivate } from "../../tray/instance/connect.ts";

/** What to do about an action that is not installed and that a running Kedge works on; undefined for any other. */
export async function developedHint(
  home: string,
  extension: string,
  action: string,
): Promise<string | undefined> {
  // In a home that others can write to, somebody else may be listening.
  if (!await isPrivate(home).catch(() => false)) return undefined;
  const answer = await askFirst(home, "developed", { extension, action });
  const folder = (answer as { folder?: unknown } | null | undefined)?.folder;
  return typeof folder === "string"
    ? `kedge --dev works on it in ${folder}: run it from the palette or the tray there, or install it to run it here`
    : undefined;
}
