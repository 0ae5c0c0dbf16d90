import assert from "node:assert/strict";
import { fieldsOf } from "../../../../src/core/config/fields.ts";
import { CONFIG_SCHEMA, parseShortcut } from "../../../../src/core/config/mod.ts";
import type { Json } from "../../../../src/core/json/mod.ts";
import { hasProblem, problemsIn, sectionOf, SECTIONS } from "../../../../src/ui/pages/settings/sections.ts";
import { type Pressed, shortcutOf } from "../../../../src/ui/parts/recorder.tsx";
import {
  draftOf,
  draftProblems,
  entryControl,
  entryFields,
  entryOf,
  typedProblem,
  typedValue,
} from "../../../../src/ui/parts/entry/values.ts";
import { problemAt, problemElsewhere } from "../../../../src/ui/parts/entry/sentences.ts";
import { type ListEntry, typedText } from "../../../../src/core/config/document.ts";

Deno.test("SECTIONS hold every field of the file, each once", () => {
  const keys = SECTIONS.flatMap((section) => section.keys);
  assert.deepEqual(keys.toSorted(), Object.keys(CONFIG_SCHEMA.properties!).toSorted());
});

Deno.test("sectionOf() takes an unknown name as the first section", () => {
  assert.equal(sectionOf("servers").id, "servers");
  assert.equal(sectionOf("nothing").id, "general");
});

const wrong = (path: (string | number)[], severity: "error" | "warning" = "error") => ({
  severity,
  code: "c",
  path,
  message: path.join("."),
});
const DIAGNOSTICS = [
  wrong(["perPage"]),
  wrong(["servers", 1, "port"]),
  wrong([]),
  wrong(["them"], "warning"),
];

Deno.test("problemsIn() counts a section's own problems, and all for the file", () => {
  const counts = SECTIONS.map((section) => [section.id, problemsIn(section, DIAGNOSTICS).length]);
  assert.deepEqual(counts.filter(([, n]) => n !== 0), [["general", 1], ["servers", 1], ["file", 4]]);
});

Deno.test("problemAt() gives the sentence about one value, hasProblem() also sees inside of it", () => {
  assert.equal(problemAt(["perPage"], DIAGNOSTICS), "perPage.");
  assert.equal(problemAt(["servers", 1], DIAGNOSTICS), undefined);
  assert.equal(hasProblem(["servers", 1], DIAGNOSTICS), true);
  assert.equal(hasProblem(["servers", 0], DIAGNOSTICS), false);
});

/** A problem in the file, and whether the form, which has only the port's field, tells it. */
const ELSEWHERE: readonly (readonly [path: (string | number)[], told: boolean])[] = [
  [["servers", 1, "port"], false],
  [["servers", 1, "hosts"], true],
  [["servers", 1, "port", 0], true],
  [["servers", 1], true],
  [["servers", 0, "hosts"], false],
  [["servers"], false],
];
for (const [path, told] of ELSEWHERE) {
  Deno.test(`problemElsewhere() ${told ? "tells" : "does not tell"} what is wrong at ${path.join(".")}`, () => {
    const port = entryFields(["servers"]).single.filter(({ key }) => key === "port");
    const found = problemElsewhere(["servers", 1], port, [wrong(path, "warning"), wrong(path)]);
    assert.equal(found, told ? `${path.join(".")}.` : undefined);
    assert.equal(problemElsewhere(["servers", 1], port, [wrong(path, "warning")]), undefined);
  });
}

const field = (key: string) => fieldsOf(CONFIG_SCHEMA).find((one) => one.key === key)!;

/** A typed text, the value that it means, and its problem. */
const TYPED: readonly (readonly [string, string, Json | undefined, RegExp | undefined])[] = [
  ["perPage", "20", 20, undefined],
  ["perPage", " ", undefined, undefined],
  ["perPage", "many", "many", /Write a whole number/],
  ["perPage", "0", 0, /from 1 to 1000/],
  ["aiEnabled", "true", true, undefined],
  ["aiModel", "", undefined, undefined],
  ["globalShortcut", "", "", undefined],
  ["globalShortcut", "Ctrl+K", "Ctrl+K", undefined],
  ["globalShortcut", "K", "K", /no modifier/],
  ["ssoStartUrl", " example.com/x", "https://example.com/x", undefined],
  [
    "ssoStartUrl",
    "d-1.awsapps.com",
    "https://d-1.awsapps.com",
    /Did you mean "https:\/\/d-1.awsapps.com\/start"\?$/,
  ],
  ["ssoStartUrl", "example", "example", /https:\/\//],
  ["ssoStartUrl", "ftp://example.com/x", "ftp://example.com/x", /https:\/\//],
  ["ssoStartUrl", "my portal.com", "my portal.com", /https:\/\//],
];

Deno.test("typedValue() takes an account's number as people write it", () => {
  const id = entryFields(["accounts"]).single.find(({ key }) => key === "accountId")!;
  for (const text of ["123456789012", "1234-5678-9012", " 1234 5678 9012 "]) {
    assert.equal(typedValue(text, id), "123456789012");
    assert.equal(typedProblem(text, id, ["accounts", 0, "accountId"]), undefined);
  }
});

for (const [key, text, value, problem] of TYPED) {
  Deno.test(`typedValue() and typedProblem() of ${key} "${text}"`, () => {
    assert.deepEqual(typedValue(text, field(key)), value);
    const found = typedProblem(text, field(key), [key]);
    if (problem) assert.match(found ?? "", problem);
    else assert.equal(found, undefined);
  });
}

/** Entries that a form must give back unchanged, with unknown keys and in the same order. */
const ENTRIES: readonly (readonly [string, ListEntry])[] = [
  ["accounts", { accountId: "123456789012", region: "eu-west-1" }],
  ["accounts", {
    note: "mine",
    secrets: [{ label: "a", id: "b", extra: 1 }],
    region: "eu-west-1",
    accountId: "123456789012",
    env: "prd",
  }],
  ["accounts", {
    accountId: "123456789012",
    region: "eu-west-1",
    secrets: [],
    ecsClusters: [{ name: "c", services: ["a", "b"] }],
  }],
  // A comma within an item does not separate two items.
  ["accounts", {
    accountId: "123456789012",
    region: "eu-west-1",
    ecsClusters: [{ name: "c", services: ["a, b"] }],
  }],
  ["accounts", {
    accountId: "123456789012",
    region: "eu-west-1",
    secrets: { label: "a", id: "b" },
    ecsClusters: "shop",
  }],
  ["servers", { name: "a", engine: "postgres", host: "h", port: 3306 }],
  ["servers", { name: "a", engine: "mysql", host: "h", port: 3306, tls: false, database: "x" }],
  // An import may write a server without a database.
  ["servers", { name: "a", engine: "mysql", host: "h", port: 3306 }],
  ["envRules", { env: "prd", matchName: "x" }],
  ["envRules", { env: "prd", matchEmail: "x", flags: "" }],
  ["envRules", { env: "prd", matchEmail: "x", flags: "i" }],
];

for (const [list, entry] of ENTRIES) {
  Deno.test(`entryOf() leaves ${JSON.stringify(entry)} as it is`, () => {
    const draft = draftOf(entry, [list]);
    assert.equal(JSON.stringify(entryOf(draft, [list])), JSON.stringify(entry));
    assert.deepEqual(draftProblems(draft, [list]), {});
  });
}

const clusters = (services: Json) => ({
  accountId: "123456789012",
  region: "eu-west-1",
  ecsClusters: [{ name: "c", services }],
});

/** Wrong values in the file, and the values that the form saves in their place. */
const MENDED: readonly (readonly [list: string, entry: ListEntry, key: string, saved: Json])[] = [
  ["accounts", { accountId: 123456789012, region: "eu-west-1" }, "accountId", "123456789012"],
  ["accounts", { accountId: "1234-5678-9012", region: "eu-west-1" }, "accountId", "123456789012"],
  ["servers", { name: "a", engine: "postgres", host: "h", port: "5433" }, "port", 5433],
  ["servers", { name: "a", engine: "postgres", host: "h", port: 1, tls: "true" }, "tls", true],
  ["accounts", clusters([5, "a"]), "ecsClusters", [{ name: "c", services: ["5", "a"] }]],
  ["accounts", clusters(["a", ""]), "ecsClusters", [{ name: "c", services: ["a"] }]],
];

for (const [list, entry, key, saved] of MENDED) {
  Deno.test(`entryOf() mends ${key} ${JSON.stringify(entry[key])} by its text`, () => {
    assert.deepEqual(entryOf(draftOf(entry, [list]), [list]), { ...entry, [key]: saved });
  });
}

/** Values of switches that mean neither on nor off. */
const UNCLEAR: readonly (readonly [key: string, written: Json])[] = [
  ["tls", "yes"],
  ["tls", "True"],
  ["tls", "on"],
  ["tls", ""],
  ["tls", 1],
  ["tls", []],
  ["tlsVerify", "yes"],
  ["tlsVerify", ""],
];

for (const [key, written] of UNCLEAR) {
  Deno.test(`entryOf() leaves the switch ${key} ${JSON.stringify(written)} as it is until it is pressed`, () => {
    const entry = { name: "a", engine: "postgres", host: "h", port: 1, tls: true, [key]: written };
    const draft = draftOf(entry, ["servers"]);
    assert.deepEqual(entryOf(draft, ["servers"]), entry);
    for (const on of [true, false]) {
      const pressed = { ...draft, texts: { ...draft.texts, [key]: String(on) } };
      assert.deepEqual(entryOf(pressed, ["servers"]), { ...entry, [key]: on });
    }
  });
}

const typed = (list: string, texts: Record<string, string>) => {
  const draft = draftOf({}, [list]);
  return { ...draft, texts: { ...draft.texts, ...texts } };
};

Deno.test("entryOf() makes a new entry of what was filled in and nothing else", () => {
  const server = typed("servers", { name: "a", engine: "postgres", host: "h", port: "5432" });
  assert.deepEqual(entryOf(server, ["servers"]), { name: "a", engine: "postgres", host: "h", port: 5432 });
  const rule = typed("envRules", { env: "prd", matchName: "x", flags: "" });
  assert.deepEqual(entryOf(rule, ["envRules"]), { env: "prd", matchName: "x", flags: "" });
});

Deno.test("entryOf() leaves a key out whose text was emptied", () => {
  const draft = draftOf({ accountId: "123456789012", region: "eu-west-1", env: "prd" }, ["accounts"]);
  assert.deepEqual(entryOf({ ...draft, texts: { ...draft.texts, env: "" } }, ["accounts"]), {
    accountId: "123456789012",
    region: "eu-west-1",
  });
});

/** Texts that are filled in, and the fields that have a problem. */
const WRONG: readonly (readonly [list: string, texts: Record<string, string>, fields: string[]])[] = [
  ["servers", {}, ["name", "host"]],
  ["servers", { name: "a", engine: "mysql", host: "h", port: "3306" }, ["database"]],
  ["envRules", { env: "prd" }, ["matchName"]],
  ["servers", { name: "n", host: "h", port: "0" }, ["port"]],
  ["servers", { name: "n", host: "h", port: "65536" }, ["port"]],
  ["servers", { name: "n", host: "h", port: "1.5" }, ["port"]],
  ["servers", { name: "n", host: "h", port: "x" }, ["port"]],
];
for (const [list, texts, fields] of WRONG) {
  Deno.test(`draftProblems() of ${list} ${JSON.stringify(texts)} are about ${fields}`, () => {
    assert.deepEqual(Object.keys(draftProblems(typed(list, texts), [list])), fields);
  });
}

Deno.test("draftProblems() looks at patterns, and inside of lists", () => {
  assert.match(
    draftProblems(typed("envRules", { env: "prd", matchName: "(" }), ["envRules"]).matchName!,
    /regular expression/,
  );
  const account = draftOf({ accountId: "123456789012", region: "eu-west-1", secrets: [{ label: "a" }] }, [
    "accounts",
  ]);
  assert.deepEqual(Object.keys(draftProblems(account, ["accounts"])), ["secrets.0.id"]);
});

Deno.test("draftProblems() asks for a name that no other entry has", () => {
  const server = typed("servers", { name: " Orders ", host: "h" });
  assert.deepEqual(draftProblems(server, ["servers"]), {});
  assert.deepEqual(draftProblems(server, ["servers"], true), { name: "There is a server “Orders” already." });
  const account = typed("accounts", { accountId: "123456789012", region: "eu-west-1" });
  assert.deepEqual(Object.keys(draftProblems(account, ["accounts"], true)), ["accountId"]);
});

Deno.test("entryOf() takes the engine's own port, and leaves empty values and spaces around texts out", () => {
  const server = typed("servers", { name: " n ", host: "h", engine: "redshift" });
  assert.deepEqual(entryOf(server, ["servers"]), { name: "n", engine: "redshift", host: "h", port: 5439 });
  const rule = typed("envRules", { env: "prd", matchName: " x " });
  assert.deepEqual(entryOf(rule, ["envRules"]), { env: "prd", matchName: " x " });
});

Deno.test("entryControl() shows what is usual for the engine", () => {
  const fields = entryFields(["servers"]).single;
  const control = (key: string, engine: string) =>
    entryControl(fields.find((one) => one.key === key)!, { texts: { engine }, origin: {} });
  assert.deepEqual(["postgres", "mysql", "redshift"].map((engine) => control("port", engine).placeholder), [
    "5432",
    "3306",
    "5439",
  ]);
  assert.deepEqual(["postgres", "mysql"].map((engine) => control("database", engine).required), [
    false,
    true,
  ]);
  const none = draftOf({ engine: "mysql" }, ["servers"]);
  assert.equal(entryControl(fields.find(({ key }) => key === "database")!, none).required, false);
});

Deno.test("typedText() joins a list of texts and survives anything", () => {
  assert.deepEqual([["a", "b"], null, undefined, 1.5, { a: 1 }].map((value) => typedText(value as Json)), [
    "a, b",
    "",
    "",
    "1.5",
    '{"a":1}',
  ]);
});

const press = (code: string, key: string, held = ""): Pressed => ({
  code,
  key,
  ctrlKey: held.includes("c"),
  altKey: held.includes("a"),
  shiftKey: held.includes("s"),
  metaKey: held.includes("m"),
});

/** The pressed keys, and the shortcut that is recorded. */
const PRESSED: readonly (readonly [Pressed, string])[] = [
  [press("KeyK", "K", "cs"), "Ctrl+Shift+K"],
  // On a French keyboard, A is where other keyboards have Q.
  [press("KeyQ", "a", "c"), "Ctrl+A"],
  // On macOS, Alt makes a key type another letter.
  [press("KeyK", "˚", "a"), "Alt+K"],
  [press("Digit1", "!", "cs"), "Ctrl+Shift+1"],
  [press("Space", " ", "m"), "Super+Space"],
  [press("ArrowUp", "ArrowUp", "ca"), "Ctrl+Alt+Up"],
  [press("F5", "F5"), "F5"],
  [press("Comma", ",", "c"), "Ctrl+Comma"],
];

for (const [pressed, shortcut] of PRESSED) {
  Deno.test(`shortcutOf() records ${shortcut}`, () => {
    const { modifiers, key } = shortcutOf(pressed);
    const written = [...modifiers, key].join("+");
    assert.equal(written, shortcut);
    const result = parseShortcut(written);
    assert.equal(result.ok && result.shortcut?.text, shortcut);
  });
}

Deno.test("shortcutOf() has no key while only modifiers are held", () => {
  assert.deepEqual(shortcutOf(press("ControlLeft", "Control", "c")), { modifiers: ["Ctrl"], key: "" });
});
