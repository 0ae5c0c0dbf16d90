import { deepEqual, equal } from "node:assert/strict";
import { checkAnswer, type RunSurface } from "../../../../../src/core/actions/mod.ts";
import { type Answers, withAnswers, withFields } from "../../../../../src/core/app/features/runs/answers.ts";
import type { InputField } from "../../../../../src/core/state/state.ts";
import { field } from "../../../../support/pages/state.ts";

const choice = (...values: string[]) =>
  field("size", { kind: "select", options: values.map((value) => ({ value, label: value })) });
const { signal } = new AbortController();

/** Returns a user who answers "fresh" and chooses account 1. Records questions and defaults. */
function user() {
  const asked: string[] = [];
  const surface = {
    ask: (
      title: string,
      own: InputField,
    ) => (asked.push(`${title} ${own.default}`), Promise.resolve("fresh")),
    form: (title: string, fields: readonly InputField[]) => {
      asked.push(`${title} ${fields.map((one) => one.default).join(",")}`);
      return Promise.resolve(Object.fromEntries(fields.map(({ key }) => [key, "fresh"])));
    },
    confirm: (message: string) => (asked.push(message), Promise.resolve(true)),
    chooseAccount: () => {
      asked.push("account");
      return Promise.resolve({ account: "1", role: "r", region: "x", remember: true });
    },
  } as unknown as RunSurface;
  return { asked, surface };
}

/** Runs `ask` with an earlier run's answers. Returns the answers and the user's questions. */
async function play(earlier: Answers | null, ask: (surface: RunSurface) => Promise<unknown>) {
  const { asked, surface } = user();
  const into: Answers = { given: [] };
  let noted = 0;
  const answered = await ask(withAnswers(surface, earlier, into, checkAnswer, () => noted++));
  return { asked, into, noted, answered };
}

const script = async (surface: RunSurface) => [
  await surface.chooseAccount({ extensionName: "T", actionLabel: "A", roles: [] }, signal),
  await surface.ask("Name", field("value"), signal),
  await surface.confirm("Sure?", signal),
  await surface.form("Form", [field("a"), field("b")], signal),
];

Deno.test("withAnswers() gives the answers of an earlier run, and asks for each confirmation again", async () => {
  const first = await play(null, script);
  deepEqual(first.asked, ["account", "Name ", "Sure?", "Form ,"]);
  const again = await play(first.into, script);
  deepEqual(again.asked, ["Sure?"]);
  deepEqual(again.answered, [
    { account: "1", role: "r", region: "x", remember: false },
    "fresh",
    true,
    { a: "fresh", b: "fresh" },
  ]);
  // The second run's answers equal the first run's, so a third run works like the second.
  deepEqual(again.into.given, first.into.given);
  equal(first.noted > 0, true);
});

Deno.test("withAnswers() keeps no secret, and asks for it beside the other answers", async () => {
  const fields = [field("user"), field("token", { kind: "secret" })];
  const ask = async (surface: RunSurface) => [
    await surface.form("Login", fields, signal),
    await surface.ask("Pin", field("value", { kind: "secret" }), signal),
  ];
  const first = await play(null, ask);
  equal(JSON.stringify(first.into).match(/fresh/g)?.length, 1);
  const again = await play(first.into, ask);
  deepEqual(again.asked, ["Login fresh,", "Pin "]);
});

const later: readonly [name: string, ask: (surface: RunSurface) => Promise<unknown>, asked: string[]][] = [
  ["another question", (surface) => surface.ask("Other", field("value"), signal), ["Other "]],
  ["a choice that is gone", (surface) => surface.form("Size", [choice("large")], signal), ["Size fresh"]],
];
for (const [name, ask, asked] of later) {
  Deno.test(`withAnswers() asks ${name}`, async () => {
    const first = await play(null, (surface) => surface.form("Size", [choice("fresh", "large")], signal));
    deepEqual((await play(first.into, ask)).asked, asked);
  });
}

Deno.test("withAnswers() asks for an account where the earlier one does not fit", async () => {
  const first = await play(null, script);
  const ask = (surface: RunSurface) =>
    surface.chooseAccount({ extensionName: "T", actionLabel: "A", roles: [], account: "2" }, signal);
  deepEqual((await play(first.into, ask)).asked, ["account"]);
});

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
    const one = field("one", { kind, default: "own", options });
    const shown: string[][] = [];
    const surface = {
      form(_title, fields) {
        shown.push(fields.map((field) => field.default));
        return Promise.resolve(null);
      },
    } as Partial<RunSurface> as RunSurface;
    const other = { ...one, key: "constructor" };
    await withFields(surface, { one: value }).form("", [one, other], new AbortController().signal);
    deepEqual(shown, [[begins, "own"]]);
  });
}
