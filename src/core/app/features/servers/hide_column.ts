import { asEntry, listOf, nameInList } from "../../../config/document.ts";
import { foldedName, hiddenPatterns, patternFault } from "../../../config/hidden_columns.ts";
import type { Edit } from "../../../json/edit.ts";
import type { Json } from "../../../json/node.ts";
import type { Store } from "../../../state/store.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import { unknownServer } from "../../server_refusals.ts";

/** A column of a server, by schema, table and name. */
export interface ColumnOfServer {
  readonly server: string;
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

/**
 * Returns a function that hides a column from agents or shows it to them again. The function changes the
 * server's entry in config.json in one step, which Settings can undo.
 */
export function createHideColumn(
  store: Pick<Store, "get">,
  edit: (edit: Edit) => Promise<CommandResult>,
): (column: ColumnOfServer, hidden: boolean) => Promise<CommandResult> {
  return async ({ server, schema, table, column }, hidden) => {
    const list = listOf(store.get().config.document, "servers");
    const [at, ...twins] = list.flatMap((entry, index) =>
      nameInList("servers", asEntry(entry)) === server ? [index] : []
    );
    if (at === undefined) return unknownServer(server);
    // The first one may be invalid, so that another one counts.
    if (twins.length > 0) {
      return refusal(`config.json has more than one server "${server}".`, "Remove the others first.");
    }
    const entry = asEntry(list[at]);
    const { agents: before, ...others } = entry;
    const patterns = patternsOf(before);
    const isHidden = (all: readonly string[]) =>
      hiddenPatterns({ agents: { hidden: all } })?.hides(schema, table, column) ?? false;
    if (isHidden(patterns) === hidden) return { ok: true };
    const name = [schema, table, column].join(".");
    if (hidden && (patternFault(name) !== null || name.includes("*"))) {
      return refusal(
        `${name} cannot be told apart by a pattern: a part of its name has a dot, a star or a space at an end.`,
        'Write one that hides it into "agents" of the server\'s entry, with * in the place of these.',
      );
    }
    // Removes only patterns that hide just this column. A pattern that hides other columns too is the user's
    // to change.
    const only = new Set([name, `${table}.${column}`].map(foldedName));
    const after = hidden ? [...patterns, name] : patterns.filter((one) => !only.has(foldedName(one)));
    if (!hidden && isHidden(after)) {
      const wide = after.find((one) => isHidden([one]));
      return refusal(
        `“${wide}” hides it, with others.`,
        'Change that pattern in "agents" of the server\'s entry.',
      );
    }
    const { hidden: _, ...more } = asEntry(before);
    // An empty object goes, but keys that this Kedge does not know stay in the file.
    const isEmpty = after.length === 0 && Object.keys(more).length === 0;
    const value = isEmpty ? others : { ...others, agents: { ...asEntry(before), hidden: after } };
    return await edit({ path: ["servers", at], value, was: entry });
  };
}

function patternsOf(agents: Json | undefined): readonly string[] {
  const { hidden } = asEntry(agents);
  return Array.isArray(hidden) ? hidden.filter((one): one is string => typeof one === "string") : [];
}
