import { abilitiesOf, type Capability } from "./capability.ts";
import type { Reach } from "./reach.ts";

/**
 * One sentence in plain words on what the bundle can do on the machine; of an update, what it newly
 * can. `before` is what the version that is trusted can.
 */
export function summaryOf(
  { can, could }: Pick<Reach, "can" | "could">,
  account: boolean,
  before: Pick<Reach, "can" | "could"> | null,
): string {
  const abilities = abilitiesOf(can);
  const news = before ? abilities.filter((one) => !abilitiesOf(before.can).includes(one)) : [];
  const also = unnamed(can, could);
  if (before && news.length > 0) {
    const old = abilities.filter((ability) => !news.includes(ability));
    return `This version can now ${listed(news)}.${
      old.length > 0 ? ` As before it can ${listed(old)}.` : ""
    }${also}`;
  }
  const where = account ? "It works in a cloud account" : "It needs no account";
  const as = before ? ", as before" : "";
  if (abilities.length > 0) return `${where} and can ${listed(abilities)}${as}.${also}`;
  return also
    ? `${where} and names nothing that reaches beyond its own dialogs.${also}`
    : `${where} and does not reach beyond its own dialogs, as far as its imports show.`;
}

/** What it could do by what it imports, though it names nothing of that. */
function unnamed(can: ReadonlySet<Capability>, could: ReadonlySet<Capability>): string {
  if (can.has("anything") || could.size === 0) return "";
  return ` By what it imports it could also ${listed(abilitiesOf(could))}.`;
}

function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, ([^,]*)$/, " and $1");
}
