import type { Importable } from "../../../aws/profiles/importable.ts";
import { asEntry } from "../../../config/document.ts";
import type { Json } from "../../../json/node.ts";
import type { Edit } from "../../../json/edit.ts";

/** The edits that bring what AWS's own tools know into a document of config.json, and what they do in words. */
export function importEdits(
  { portal, accounts }: Importable,
  document: Json | undefined,
): { readonly edits: readonly Edit[]; readonly words: string } {
  const root = asEntry(document);
  const listed = Array.isArray(root.accounts) ? root.accounts as readonly Json[] : null;
  const known = new Set(
    listed?.map((entry) => asEntry(entry).accountId ?? null),
  );
  const fresh = accounts.filter(({ accountId }) => !known.has(accountId));
  const edits: Edit[] = [];
  const takesPortal = portal !== undefined && (root.ssoStartUrl ?? "") === "";
  if (takesPortal) {
    edits.push({ path: ["ssoStartUrl"], value: portal.startUrl }, {
      path: ["ssoRegion"],
      value: portal.region,
    });
  }
  if (listed) {
    fresh.forEach((account, at) =>
      edits.push({ path: ["accounts", listed.length + at], value: { ...account } })
    );
  } else if (fresh.length > 0) {
    edits.push({ path: ["accounts"], value: fresh.map((account) => ({ ...account })) });
  }
  const words = [
    fresh.length > 0 ? `${fresh.length} ${fresh.length === 1 ? "account" : "accounts"}` : "",
    takesPortal ? `the portal ${portal.startUrl}` : "",
  ].filter(Boolean).join(" and ");
  return { edits, words };
}
