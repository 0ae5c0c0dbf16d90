import type { AppState } from "../../core/state/state.ts";
import { fieldsOf } from "../../core/json_values.ts";

/** Returns the folder of the extension under development that has the requested action; null for any other action. */
export function workedOn(
  { extensions }: Pick<AppState, "extensions">,
  question: unknown,
): { readonly folder: string } | null {
  const { extension, action } = fieldsOf(question);
  const found = extensions.find(({ id, developed, actions }) =>
    developed && id === extension && actions.some(({ id }) => id === action)
  );
  return found?.source === undefined ? null : { folder: found.source };
}
