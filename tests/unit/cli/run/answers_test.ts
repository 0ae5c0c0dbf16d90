import assert from "node:assert/strict";
import { answering, formAnswers, readAnswers } from "../../../../src/cli/run/answers_surface.ts";
import { recordShown } from "../../../../src/cli/run/shown.ts";
import type { InputField } from "../../../../src/core/state/state.ts";
import { recordingSurface } from "../../../support/program/run_surface.ts";
import { field as inputField } from "../../../support/pages/state.ts";

const field = (change: Partial<InputField>) => inputField("k", { label: "", ...change });
const signal = new AbortController().signal;

Deno.test("answering() gives the answers in order", async () => {
  const surface = answering(["Ada", true, { k: "x" }, null], assert.fail);
  assert.equal(await surface.ask("", field({}), signal), "Ada");
  assert.equal(await surface.confirm("sure?", signal), true);
  assert.deepEqual(await surface.form("", [field({})], signal), { k: "x" });
  assert.equal(await surface.confirm("sure?", signal), null);
});

const misfits: [answers: unknown[] | null, reason: RegExp][] = [
  [[], /the confirm "Sure\?" has no answer left \(0 given\)/],
  [null, /the confirm "Sure\?" needs an answer: give --answers FILE/],
  [["yes"], /answer 1 does not fit the confirm "Sure\?": it must be true or false/],
];
Deno.test("answering() shows the pattern when the answer to one field does not have the expected form", async () => {
  const ask = (pattern: string) => answering(["9"], () => {}).ask("Name", field({ pattern }), signal);
  await assert.rejects(ask("[a-z]+"), {
    message: 'answer 1 does not fit the ask "Name": Does not have the expected form: [a-z]+',
  });
  assert.equal(await ask("[0-9]"), "9");
});

for (const [answers, reason] of misfits) {
  Deno.test(`answering() fails the run when the answers are ${JSON.stringify(answers)}`, async () => {
    const failed: string[] = [];
    await assert.rejects(
      answering(answers, (reason) => failed.push(reason)).confirm("Sure?", signal),
      reason,
    );
    assert.match(failed.join(), reason);
  });
}

const options = [{ label: "A", value: "a" }, { label: "B", value: "b" }];
const confusable = [...options, { label: "AB", value: "a,b" }];
const forms: [fields: Partial<InputField>[], answer: unknown, values: unknown][] = [
  [[{ default: "d" }], {}, { k: "d" }],
  [[{ default: "main\n" }], {}, { k: "main" }],
  [[{ kind: "checkbox" }], { k: true }, { k: "true" }],
  [[{ kind: "checkbox" }], { k: "true" }, { k: "true" }],
  [[{ kind: "number" }], { k: 1.5 }, { k: "1.5" }],
  [[{ kind: "multiselect", options }], { k: ["b", "a"] }, { k: "a,b" }],
  [[{ kind: "multiselect", options }], { k: "b,a" }, { k: "b,a" }],
  [[{ kind: "multiselect", options: confusable }], { k: ["b", "a"] }, { k: '["a","b"]' }],
  [[{ kind: "multiselect", options }], { k: ["a,b"] }, "k: Choose from the options"],
  [[{}], { other: "x" }, 'the form has no field "other"'],
  [[{}], { k: 1 }, "k: it must be a string"],
  [[{}], { k: null }, "k: it must be a string"],
  [[{}], ["x"], "it must be an object by key"],
  [[{ pattern: "[a-z]+" }], { k: "9" }, "k: Does not have the expected form: [a-z]+"],
  [
    [{ key: "a", pattern: "x+" }, { key: "b" }, { key: "c", kind: "number" }, { key: "d", required: true }],
    { z: "1", y: "2", c: "many", b: 1, a: "1" },
    "a: Does not have the expected form: x+; b: it must be a string; c: Enter a number; d: Required; " +
    'the form has no field "y"; the form has no field "z"',
  ],
  [[{}], { __proto__: "x" }, { k: "" }],
  [[{ default: "d" }, { label: "Again", default: "e" }], { k: "x" }, { k: "x" }],
];
for (const [fields, answer, values] of forms) {
  Deno.test(`formAnswers() reads ${JSON.stringify(answer)} for ${JSON.stringify(fields)}`, () => {
    assert.deepEqual(formAnswers(fields.map(field), answer), values);
  });
}

Deno.test("recordShown() masks what is secret and keeps the order in which dialogs opened", async () => {
  const first = Promise.withResolvers<boolean>();
  const { surface, shown } = recordShown(recordingSurface({
    confirm: () => first.promise,
    ask: () => Promise.resolve("hunter2"),
    form: () => Promise.resolve({ s: "hunter2", t: "seen" }),
  }));
  const open = surface.confirm("first?", signal);
  await surface.ask("", field({ kind: "secret", default: "hunter1" }), signal);
  await surface.form("", [field({ key: "s", kind: "secret" }), field({ key: "t" })], signal);
  first.resolve(false);
  await open;
  assert.deepEqual(shown.map(({ kind, answer }) => [kind, answer]), [
    ["confirm", false],
    ["ask", "•••"],
    ["form", { s: "•••", t: "seen" }],
  ]);
  assert.doesNotMatch(JSON.stringify(shown), /hunter/);
});

Deno.test("recordShown() keeps a bounded number", () => {
  const { surface, shown } = recordShown(recordingSurface());
  for (let i = 0; i < 20_000; i++) surface.progress({ title: "", label: "", cancelable: false, fraction: 0 });
  assert.equal(shown.length, 10_001);
  assert.deepEqual(shown.at(-1), { kind: "cut", message: "over 10000 things were shown" });
});

Deno.test({
  name: "readAnswers() reads files and pipes, and no more than it may hold of what never ends",
  ignore: Deno.build.os === "windows",
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "kedge-answers-" });
    try {
      const file = `${folder}/a.json`, pipe = `${folder}/pipe`;
      await Deno.writeTextFile(file, '["Ada"]');
      assert.deepEqual(await readAnswers(file), ["Ada"]);
      await new Deno.Command("mkfifo", { args: [pipe] }).output();
      const writer = new Deno.Command("/bin/sh", { args: ["-c", `echo '["Bob"]' > "${pipe}"`] }).spawn();
      assert.deepEqual(await readAnswers(pipe), ["Bob"]);
      await writer.status;
      assert.deepEqual(await readAnswers("/dev/zero"), { error: "/dev/zero is over 16 MB" });
      assert.match(JSON.stringify(await readAnswers(`${folder}/none`)), /none does not exist/);
      await Deno.writeTextFile(file, '\ufeff["Ada"]');
      assert.deepEqual(await readAnswers(file), ["Ada"]);
      await Deno.writeTextFile(file, '[\n"Ada", hunter2secret]');
      assert.deepEqual(await readAnswers(file), { error: `${file} is not JSON: line 2, column 8` });
      await Deno.writeTextFile(file, "{}");
      assert.deepEqual(await readAnswers(file), { error: `${file} is not a JSON array` });
      await Deno.writeFile(file, new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d]));
      assert.deepEqual(await readAnswers(file), { error: `${file} is not UTF-8` });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
