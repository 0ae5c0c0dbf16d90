import type { Manifest } from "../bundle/mod.ts";

/** Texts of a manifest for users, all optional. */
type ManifestTexts = Partial<Record<"version" | "author" | "description", string>>;

/** Returns the texts of a manifest, or of a record, that there is something to show of. */
export function textsToShow(
  { version, author, description }: Pick<Manifest, keyof ManifestTexts>,
): ManifestTexts {
  return Object.fromEntries(
    Object.entries({ version, author, description }).filter(([, text]) => text?.trim()),
  );
}
