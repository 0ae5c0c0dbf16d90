import { deepEqual } from "node:assert/strict";
import type { RunSurface } from "../../../../../src/core/actions/run/surface.ts";
import { withFields } from "../../../../../src/core/app/features/runs/answers.ts";
import type { InputField } from "../../../../../src/core/state/state.ts";

const options = ["small", "large"].map((value) => ({ label: value, value }));

const CASES: [kind: InputField["kind"], value: string, begins: string][] = [
  ["text", "Ada", "Ada"],
  ["text", "a\nb", "own"],
  ["textarea", "a\nb", "a\nb"],
  ["number", "-1.5", "-1.5"],
  ["number", "1e9", "own"],
  ["secret", "hunter2", "own"],
  ["select", "large", "large"],
  ["select", "huge", "own"],
  ["radio", "huge", "own"],
  ["multiselect", "small,large", "small,large"],
  ["multiselect", "small,huge", "own"],
  ["checkbox", "true", "true"],
  ["checkbox", "yes", "own"],
];
for (const [kind, value, begins] of CASES) {
  Deno.test(`withFields() begins a field of kind ${kind} with ${JSON.stringify(begins)} for ${JSON.stringify(value)}`, async () => {
    const field: InputField = {
      key: "one",
      kind,
      label: "",
      placeholder: "",
      help: "",
      default: "own",
      required: false,
      options,
    };
    const shown: string[][] = [];
    const surface = {
      form(_title, fields) {
        shown.push(fields.map((field) => field.default));
        return Promise.resolve(null);
      },
    } as Partial<RunSurface> as RunSurface;
    const other = { ...field, key: "constructor" };
    await withFields(surface, { one: value }).form("", [field, other], new AbortController().signal);
    deepEqual(shown, [[begins, "own"]]);
  });
}
