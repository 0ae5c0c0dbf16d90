import type { Command } from "../../../core/app/command.ts";
import type { CatalogueUpdate } from "../../../core/state/catalogue.ts";

/** Maximum names in the message. The catalogue shows the others. */
const NAMED = 3;

/** Returns the sentence about newer versions of installed extensions in catalogues. */
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

/** Returns the command of the button beside it: reviews the only update, or opens the catalogue for several. */
export function updateCommand([only, ...others]: readonly CatalogueUpdate[]): Command {
  return only && others.length === 0
    ? { name: "installFromCatalogue", address: only.address, extension: only.extension }
    : { name: "openWindow", page: "catalogue" };
}
