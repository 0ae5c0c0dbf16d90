import { deepEqual, equal } from "node:assert/strict";
import { checkForm } from "../../../src/core/actions/frames/validate.ts";
import { afterCommand, nothingCounted } from "../../../src/core/analytics/counts.ts";
import { consolePath } from "../../../src/core/aws/console/address.ts";
import { iconFaults } from "../../../src/core/bundle/mod.ts";
import { cloudError } from "../../../src/core/aws/errors.ts";
import { directiveOf } from "../../../src/core/extensions/review/reach.ts";
import { ownProperty } from "../../../src/core/own_property.ts";
import type { InputField } from "../../../src/core/state/state.ts";
import { withUse } from "../../../src/core/state/usage.ts";

const FIELD: InputField = {
  key: "",
  kind: "text",
  label: "",
  placeholder: "",
  help: "",
  default: "",
  required: false,
  options: [],
};

/** What every object has under names that may come from outside. */
const INHERITED = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];

/** Lookups by a name from outside, each beside one by a name that is as unknown. */
const LOOKUPS: readonly (readonly [what: string, looked: (name: string) => unknown])[] = [
  ["own()", (name) => ownProperty({ known: 1 }, name)],
  [
    "cloudError()",
    (name) => cloudError("Secrets", { name, message: "said" }, new AbortController().signal).message,
  ],
  ["iconFaults()", (name) => iconFaults(`a.${name}`, new Uint8Array(1)).map(({ code }) => code)],
  ["directiveOf()", (name) => directiveOf(name)],
  ["consolePlace()", (name) => consolePath("eu-west-1", name).replaceAll(name, "SERVICE")],
  ["withUse()", (name) => withUse({}, `${name}`, 5)[name]],
  ["afterCommand()", (name) => afterCommand(nothingCounted(1), name)],
  [
    "checkForm()",
    (name) => ownProperty(checkForm([{ ...FIELD, key: name }], { [name]: "text" }, () => true), name),
  ],
];
for (const [what, looked] of LOOKUPS) {
  Deno.test(`${what} finds nothing under the names that every object has`, () => {
    for (const name of INHERITED) deepEqual(looked(name), looked("unknown"), name);
  });
}

Deno.test("ownProperty() gives what the record holds, even under such a name", () => {
  for (const name of INHERITED) equal(ownProperty({ [name]: 7 }, name), 7);
});
