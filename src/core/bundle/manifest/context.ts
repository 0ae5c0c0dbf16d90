import { type AccountContext, partsOf } from "../../accounts/context.ts";
import type { Manifest, ManifestAction } from "./schema.ts";

/** The account context that an action declares, before overrides and questions. */
interface DeclaredContext extends Partial<AccountContext> {
  readonly mode: "inherit" | "custom" | "none";
}

/**
 * Returns the declared context: `custom` uses the action's own account, role and region, `inherit` the
 * extension's. Empty values count as absent.
 */
export function declaredContext(manifest: Manifest, action: ManifestAction): DeclaredContext {
  const mode = action.contextMode ?? (action.account ? "custom" : "inherit");
  if (mode === "none") return { mode };
  return { mode, ...partsOf(mode === "custom" ? action : manifest) };
}
