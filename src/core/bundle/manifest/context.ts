import type { Manifest, ManifestAction } from "./schema.ts";

/** The account context that an action declares, before overrides and questions. */
interface DeclaredContext {
  readonly mode: "inherit" | "custom" | "none";
  readonly account?: string;
  readonly role?: string;
  readonly region?: string;
}

/**
 * Returns the declared context: `custom` uses the action's own account, role and region, `inherit` the
 * extension's. Empty values count as absent.
 */
export function declaredContext(manifest: Manifest, action: ManifestAction): DeclaredContext {
  const mode = action.contextMode ?? (action.account ? "custom" : "inherit");
  if (mode === "none") return { mode };
  const { account, role, region } = mode === "custom" ? action : manifest;
  return { mode, ...(account && { account }), ...(role && { role }), ...(region && { region }) };
}
