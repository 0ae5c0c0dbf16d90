import type { HomeModel } from "../../../pages/home/page.ts";
import { actionEntryId, runOfAction } from "../../../core/state/selectors.ts";

/**
 * Filters the model of the home page by the ids of what matches. An extension is
 * kept with those of its actions that match.
 */
export function filterHome(model: HomeModel, ids: ReadonlySet<string>): HomeModel {
  const fits = (extension: string, action: string) => {
    const run = runOfAction(model.active, extension, action);
    return ids.has(`extension:${extension}`) ||
      ids.has(run ? `run:${run.id}` : actionEntryId(extension, action));
  };
  return {
    ...model,
    ended: model.ended.filter(({ extension, action }) => fits(extension, action)),
    extensions: model.extensions.flatMap((extension) => {
      const actions = extension.actions.filter(({ id }) => fits(extension.id, id));
      const all = actions.length === extension.actions.length && ids.has(`extension:${extension.id}`);
      return all ? [extension] : actions.length > 0 ? [{ ...extension, actions }] : [];
    }),
  };
}
