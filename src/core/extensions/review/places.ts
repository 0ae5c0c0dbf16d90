import { declaredContext, type Manifest } from "../../bundle/mod.ts";
import { shortened } from "../../text/shorten.ts";

/** What it says of actions that run where the user wants. */
const CHOSEN = "an account that you choose";

/** The accounts that the actions run in, each once, with role and region: those that are named first. */
export function placesOf(manifest: Manifest): string[] {
  const contexts = manifest.actions.map((action) => declaredContext(manifest, action));
  const named = contexts.filter(({ account }) => account)
    .map(({ account, role, region }) =>
      `account ${shortened([account, role, region].filter(Boolean).join(" · "), 200)}`
    );
  const chosen = contexts.some(({ mode, account }) => mode !== "none" && !account);
  return [...new Set(named), ...(chosen ? [CHOSEN] : [])];
}
