import type { AppState } from "../../core/state/state.ts";

/** The folder of an extension that is worked on and has the action that was asked for; null for any other. */
export function workedOn(
  { extensions }: Pick<AppState, "extensions">,
  question: unknown,
): { readonly folder: string } | null {
  const { extension, action } = (question ?? {}) as Record<string, unknown>;
  const found = extensions.find(({ id, developed, actions }) =>
    developed && id === extension && actions.some(({ id }) => id === action)
  );
  return found?.source === undefined ? null : { folder: found.source };
}
