import {
  aDiagnostic,
  aFlag,
  aListOf,
  anObjectOf,
  aNumber,
  aRecord,
  aText,
  oneWordOf,
  orNothing,
} from "../shape.ts";
import type { ActionState, ExtensionState } from "../state/state.ts";

const action = anObjectOf<ActionState>({
  id: aText,
  label: aText,
  entry: aText,
  icon: orNothing(aText),
  tooltip: orNothing(aText),
  state: oneWordOf("enabled", "incompatible", "changed"),
  badge: orNothing(aText),
  contextMode: oneWordOf("inherit", "custom", "none"),
  hideSpinner: aFlag,
  console: oneWordOf("auto", "always", "none"),
  account: orNothing(aText),
  role: orNothing(aText),
  region: orNothing(aText),
  declared: orNothing(aRecord),
  own: orNothing(aRecord),
  saved: orNothing(aRecord),
  config: orNothing(aRecord),
});

const extension = anObjectOf<ExtensionState>({
  id: aText,
  name: aText,
  description: orNothing(aText),
  version: orNothing(aText),
  author: orNothing(aText),
  icon: orNothing(aText),
  developed: orNothing(aFlag),
  trust: oneWordOf("trusted", "changed", "broken"),
  hash: aText,
  source: aText,
  installedAt: aNumber,
  minAppVersion: orNothing(aText),
  diagnostics: aListOf(aDiagnostic),
  actions: aListOf(action),
});

/** Whether what another process or an earlier one has said is a list of extensions; fields that are not known may be there. */
export function isListing(value: unknown): value is readonly ExtensionState[] {
  return aListOf(extension)(value);
}
