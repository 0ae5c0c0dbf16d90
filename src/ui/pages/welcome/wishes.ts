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

/** Returns the portal of the typed texts. */
export function portalOf(
  { ssoStartUrl, ssoRegion }: Pick<Wishes, "ssoStartUrl" | "ssoRegion">,
): Pick<Wishes, "ssoStartUrl" | "ssoRegion"> {
  return { ssoStartUrl: fullAddress(ssoStartUrl), ssoRegion: ssoRegion.trim() };
}

/** Returns the fields that would be written to config.json: those that differ from their defaults. */
export function changesOf(wishes: Wishes): [key: string, value: Json][] {
  const fields = new Map(fieldsOf(CONFIG_SCHEMA).map((field) => [field.key, field]));
  const portal = portalOf(wishes);
  return Object.entries({ ...wishes, ...portal }).filter(([key, value]) =>
    value !== (fields.get(key)?.default ?? "") && !(key === "ssoRegion" && portal.ssoStartUrl === "")
  );
}

/** Returns the problem of an answer as a sentence; undefined when there is none or nothing was entered. */
export function wishProblem(key: "ssoStartUrl" | "ssoRegion", wishes: Wishes): string | undefined {
  const portal = portalOf(wishes), text = portal[key];
  if (portal.ssoStartUrl === "") return undefined;
  if (text === "") return "Kedge needs the region of the portal as well, for example eu-central-1.";
  return valueProblem([key], text);
}
