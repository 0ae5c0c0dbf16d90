import type { HomeModel } from "../../../pages/model.ts";
import { startsWords } from "../../text/fuzzy.ts";

/** What of the home page fits the typed words: an extension stays with those of its actions that fit. */
export function filterHome(model: HomeModel, typed: string): HomeModel {
  if (typed.trim() === "") return model;
  const fits = (...texts: (string | null | undefined)[]) =>
    startsWords(typed, texts.filter((text) => text !== null && text !== undefined).join(" "));
  return {
    ...model,
    accounts: model.accounts.filter((one) => fits(one.name, one.accountId, one.env, one.region, one.email)),
    servers: model.servers.filter((one) => fits(one.name, one.engine, one.host, one.database)),
    runs: model.runs.filter((one) => fits(one.actionLabel, one.extensionName)),
    extensions: model.extensions.flatMap((extension) => {
      if (fits(extension.name, extension.id)) return [extension];
      const actions = extension.actions.filter((action) => fits(action.label, action.account));
      return actions.length > 0 ? [{ ...extension, actions }] : [];
    }),
  };
}
