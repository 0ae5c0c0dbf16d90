import { fieldProblem, fieldsOf } from "../../../core/config/fields.ts";
import { CONFIG_SCHEMA } from "../../../core/config/kind.ts";
import type { Json } from "../../../core/json/node.ts";

/** What the user has answered so far; texts are empty while nothing was said. */
export interface Wishes {
  readonly ssoStartUrl: string;
  readonly ssoRegion: string;
  readonly globalShortcut: string;
  readonly launchAtStartup: boolean;
  readonly analyticsEnabled: boolean;
}

/** The lines that config.json would get: what differs from what is so without them. */
export function changesOf(wishes: Wishes): [key: string, value: Json][] {
  const fields = new Map(fieldsOf(CONFIG_SCHEMA).map((field) => [field.key, field]));
  return Object.entries(wishes).filter(([key, value]) =>
    value !== (fields.get(key)?.default ?? "") && !(key === "ssoRegion" && wishes.ssoStartUrl === "")
  );
}

/** What is wrong with an answer, in a sentence; undefined when nothing is, or nothing was said. */
export function wishProblem(key: "ssoStartUrl" | "ssoRegion", wishes: Wishes): string | undefined {
  const text = wishes[key].trim();
  if (wishes.ssoStartUrl.trim() === "") return undefined;
  if (text === "") return "Kedge needs the region of the portal as well, for example eu-central-1.";
  const problem = fieldProblem([key], text);
  return problem
    ? `${problem.message}.${problem.hint ? ` ${problem.hint}.` : ""}`.replaceAll("`", "")
    : undefined;
}
