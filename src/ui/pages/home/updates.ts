import type { Command } from "../../../core/app/command.ts";
import type { CatalogueUpdate } from "../../../core/state/catalogue.ts";

/** The most names in the message; the catalogue has the others. */
const NAMED = 3;

/** That catalogues have newer versions of what is installed, in a sentence. */
export function updateWords(updates: readonly CatalogueUpdate[]): string {
  const [only, ...others] = updates;
  if (only && others.length === 0) {
    const newly = only.newly.length > 0 ? ` It can now ${only.newly.join(", ")}.` : "";
    return `${only.name} ${only.to} is there; ${only.from} is installed.${newly}`;
  }
  const named = updates.slice(0, NAMED).map(({ name }) => name).join(", ");
  const rest = updates.length - NAMED;
  return `${updates.length} extensions have updates: ${named}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

/** What the button beside it does: one update is reviewed, of several one chooses. */
export function updateCommand([only, ...others]: readonly CatalogueUpdate[]): Command {
  return only && others.length === 0
    ? { name: "installFromCatalogue", address: only.address, extension: only.extension }
    : { name: "openWindow", page: "catalogue" };
}
