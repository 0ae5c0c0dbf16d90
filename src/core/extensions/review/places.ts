import { declaredContext, type Manifest } from "../../bundle/mod.ts";
import { shortened } from "../../text/shorten.ts";

/** The place of actions that run in an account of the user's choice. */
const CHOSEN = "an account that you choose";

/** Returns the accounts in which the actions run, each once, with role and region; named accounts first. */
export function placesOf(manifest: Manifest): string[] {
  const contexts = manifest.actions.map((action) => declaredContext(manifest, action));
  const named = contexts.filter(({ account }) => account)
    .map(({ account, role, region }) =>
      `account ${shortened([account, role, region].filter(Boolean).join(" · "), 200)}`
    );
  const chosen = contexts.some(({ mode, account }) => mode !== "none" && !account);
  return [...new Set(named), ...(chosen ? [CHOSEN] : [])];
}
