import { fullAddress } from "../../../core/config/address.ts";
import { fieldsOf } from "../../../core/config/fields.ts";
import { CONFIG_SCHEMA } from "../../../core/config/kind.ts";
import type { Json } from "../../../core/json/node.ts";
import { valueProblem } from "../../parts/entry/sentences.ts";

/** The user's answers so far; texts are empty while the user has entered none. */
export interface Wishes {
  readonly ssoStartUrl: string;
  readonly ssoRegion: string;
  readonly globalShortcut: string;
  readonly launchAtStartup: boolean;
  readonly analyticsEnabled: boolean;
}

/** Returns the answers as config.json would have them. Without an address the portal has no region. */
export function answersOf(wishes: Wishes): Wishes {
  const ssoStartUrl = fullAddress(wishes.ssoStartUrl);
  return { ...wishes, ssoStartUrl, ssoRegion: ssoStartUrl === "" ? "" : wishes.ssoRegion.trim() };
}

/**
 * Returns the changes of config.json from answers that it has to new ones. A key whose answer is the default
 * again is removed, so its value is undefined. What was left as the file writes it, such as an address without
 * https://, is no change.
 */
export function changesOf(wishes: Wishes, inFile: Wishes): [key: string, value: Json | undefined][] {
  const fields = new Map(fieldsOf(CONFIG_SCHEMA).map((field) => [field.key, field]));
  const [raw, had] = [inFile, answersOf(inFile)].map((all) => new Map<string, Json>(Object.entries(all)));
  return Object.entries(answersOf(wishes))
    .filter(([key, value]) => value !== raw!.get(key) && value !== had!.get(key))
    .map(([key, value]) => [key, value === (fields.get(key)?.default ?? "") ? undefined : value]);
}

/** Returns the problem of an answer as a sentence; undefined when there is none or nothing was entered. */
export function wishProblem(key: "ssoStartUrl" | "ssoRegion", wishes: Wishes): string | undefined {
  const answers = answersOf(wishes), text = answers[key];
  if (answers.ssoStartUrl === "") return undefined;
  if (text === "") return "Kedge needs the region of the portal as well, for example eu-central-1.";
  return valueProblem([key], text);
}
