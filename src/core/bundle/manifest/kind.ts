import schema from "../../../../schema/manifest.schema.json" with { type: "json" };
import type { DocumentKind } from "../../document/kind.ts";
import { checkOpen } from "../../document/open.ts";
import type { JsonSchema, ValueProblem } from "../../document/schema.ts";
import { accountIdFault, regionFault, written } from "../../document/value.ts";
import { hasHidden } from "../../text/hidden.ts";
import { ID, isReservedName } from "../names.ts";

/** The JSON Schema of manifest.json, generated from `schema.ts`. */
export const MANIFEST_SCHEMA = schema as JsonSchema;

/** The codes of a manifest's problems, and the checks beyond the schema. */
export const MANIFEST_KIND: DocumentKind = {
  name: "the manifest",
  codes: {
    missing: "missing-field",
    unknown: "unknown-field",
    empty: "empty-value",
    unlisted: "unknown-value",
    long: "id-too-long",
    few: "no-actions",
  },
  formats: {
    id: { text: idProblem },
    version: {
      text: (value, where) =>
        /^\d+\.\d+\.\d+$/.test(value) ? null : {
          code: "invalid-version",
          message: `${where} ${written(value)} is not a version of three numbers`,
          hint: 'Write it like "1.2.0"',
        },
    },
    // An empty context field is as good as none.
    account: { text: (value, where) => warning("account-format", value && accountIdFault(value, where)) },
    region: { text: (value, where) => warning("region-format", value && regionFault(value, where)) },
    // Characters that are not seen could make a name read as another in the review.
    shown: {
      text: (value, where) =>
        warning(
          "hidden-characters",
          hasHidden(value.replace(/[\n\t\r]/g, "")) &&
            { message: `${where} has characters that are not seen` },
        ),
    },
  },
  unknownHint: 'Settings of your own go into "config"',
  open: checkOpen,
};

/** Checks an id, which names a folder and log files, so every system must be able to store it. */
function idProblem(value: string, where: string): ValueProblem | null {
  if (!ID.test(value)) {
    return {
      code: "invalid-id",
      message: `${where} ${written(value)} has characters that an id cannot have`,
      hint: "Use letters, digits and . _ - only",
    };
  }
  return isReservedName(value)
    ? {
      code: "reserved-id",
      message: `${where} ${written(value)} cannot be the name of a folder on every system`,
      hint: "Choose another id",
    }
    : null;
}

function warning(
  code: string,
  fault: { message: string; hint?: string } | false | "" | null,
): ValueProblem | null {
  return fault ? { severity: "warning", code, ...fault } : null;
}
