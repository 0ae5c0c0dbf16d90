import * as z from "zod";
import type { Labeller } from "../../../rules/mod.ts";
import { jsonValue, recordOf } from "../../../json_schemas.ts";
import { command, feature } from "../../feature.ts";
import type { ConfigEdits } from "./settings.ts";

/** The commands that change config.json. */
export const settings = feature({
  /**
   * Sets one value of config.json by its path, or removes it when `value` is absent. With `was`, does so only
   * while the file has that value there. With `to`, moves an entry of a list to that index instead.
   */
  editConfig: command({
    path: z.array(z.union([z.string().max(200), z.number().int().min(0)])).max(20),
    value: jsonValue.optional(),
    was: jsonValue.optional(),
    to: z.number().int().min(0).optional(),
  }),
  /** Undoes the last change of config.json. The result's value is an `Undone`. */
  undoConfigEdit: command({}),
  /** Imports the portal and the accounts of the user's AWS files into config.json, in one step that can be undone. */
  importAws: command({}),
  /**
   * Labels accounts by the rules in the file. `draft` replaces the rule at its index, or is added at the end.
   * The result's value is `{labels, diagnostics}`.
   */
  tryRules: command({
    draft: z.object({
      at: z.number().int().min(0),
      rule: recordOf(jsonValue, 200),
    }).optional(),
    accounts: z.array(
      z.object({ name: z.string().max(300).optional(), email: z.string().max(300).optional() }),
    ).max(2000),
  }),
  /** Opens config.json in the user's editor, at a line and column if the editor supports that. */
  openConfig: command({
    line: z.number().int().optional(),
    column: z.number().int().optional(),
  }, () => "kedge:config"),
}, ({ settings, labeller, tell }: {
  readonly settings: ConfigEdits;
  readonly labeller: Labeller;
  /** Shows a short message. */
  readonly tell: (title: string, message: string) => void;
}) => ({
  editConfig: (edit) => settings.edit(edit),
  undoConfigEdit: () => settings.undo(),
  async importAws() {
    const result = await settings.importAws();
    if (result.ok) tell("Imported from ~/.aws/config", `${result.value} came into config.json.`);
    return result;
  },
  tryRules: async ({ draft, accounts }) => ({
    ok: true,
    value: await labeller.label(settings.rules(draft), accounts),
  }),
  openConfig: ({ line, column }) => settings.open(line, column),
}));
