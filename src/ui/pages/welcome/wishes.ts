import { fullAddress } from "../../../core/config/address.ts";
import { fieldsOf } from "../../../core/config/fields.ts";
import { CONFIG_SCHEMA } from "../../../core/config/kind.ts";
import type { Json } from "../../../core/json/node.ts";
import { valueProblem } from "../../parts/entry/sentences.ts";

/** What the user has answered so far; texts are empty while nothing was said. */
export interface Wishes {
  readonly ssoStartUrl: string;
  readonly ssoRegion: string;
  readonly globalShortcut: string;
  readonly launchAtStartup: boolean;
  readonly analyticsEnabled: boolean;
}

/** The portal that is meant by what was typed. */
export function portalOf(
  { ssoStartUrl, ssoRegion }: Pick<Wishes, "ssoStartUrl" | "ssoRegion">,
): Pick<Wishes, "ssoStartUrl" | "ssoRegion"> {
  return { ssoStartUrl: fullAddress(ssoStartUrl), ssoRegion: ssoRegion.trim() };
}

/** The lines that config.json would get: what differs from what is so without them. */
export function changesOf(wishes: Wishes): [key: string, value: Json][] {
  const fields = new Map(fieldsOf(CONFIG_SCHEMA).map((field) => [field.key, field]));
  const portal = portalOf(wishes);
  return Object.entries({ ...wishes, ...portal }).filter(([key, value]) =>
    value !== (fields.get(key)?.default ?? "") && !(key === "ssoRegion" && portal.ssoStartUrl === "")
  );
}

/** What is wrong with an answer, in a sentence; undefined when nothing is, or nothing was said. */
export function wishProblem(key: "ssoStartUrl" | "ssoRegion", wishes: Wishes): string | undefined {
  const portal = portalOf(wishes), text = portal[key];
  if (portal.ssoStartUrl === "") return undefined;
  if (text === "") return "Kedge needs the region of the portal as well, for example eu-central-1.";
  return valueProblem([key], text);
}
