import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFiles } from "../../../../src/core/bundle/mod.ts";
import { ACTION, bundleFiles, manifest } from "../../../support/bundles/bundles.ts";

/**
 * Returns the diagnostics of a bundle with this manifest as `code@line:column`, warnings with `?`.
 */
function found(text: string | Uint8Array, more: Record<string, string | Uint8Array> = {}): string[] {
  const files = bundleFiles({}, { "manifest.json": text, ...more });
  const { bundle, diagnostics } = readFiles(files);
  assert.equal(bundle === null, diagnostics.some(({ severity }) => severity === "error"));
  const listed = diagnostics.filter(({ code }) => code !== "more-problems");
  return listed.map(({ severity, code, line, column, file }) => {
    assert.equal(file, "manifest.json");
    return `${code}${severity === "warning" ? "?" : ""}@${line}:${column}`;
  });
}

/** Returns the codes for the usual manifest with these top-level changes. */
function codes(changes: object, more: Record<string, string | Uint8Array> = {}): string[] {
  return found(JSON.stringify({ ...manifest(), ...changes }), more).map((entry) => entry.replace(/@.*/, ""));
}

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const action = (changes: object) => ({
  actions: [{ id: "run", label: "Run", entry: "actions/run.go", ...changes }],
});
const without = (key: string) =>
  Object.fromEntries(Object.entries(manifest()).filter(([name]) => name !== key));

const FIELDS: readonly (readonly [name: string, changes: object, ...codes: string[]])[] = [
  ["the least manifest", {}],
  ["every field", {
    $schema: "x",
    description: "d",
    version: "any text",
    author: "a",
    minAppVersion: "0.0.1",
    icon: "icon.svg",
    account: "123456789012",
    role: "r",
    region: "eu-central-1",
    config: { a: { b: [1, null, true] } },
    console: "always",
    ...action({
      icon: "icon.png",
      tooltip: "t",
      hideTooltip: true,
      contextMode: "custom",
      account: "123456789012",
      role: "r",
      region: "us-gov-west-1",
      config: {},
      console: "none",
      hideSpinner: true,
    }),
  }],
  ["id with every kind of character", { id: "A-z0_9.x" }],
  ["id with a space", { id: "a b" }, "invalid-id"],
  ["id with a slash", { id: "a/b" }, "invalid-id"],
  ["id beyond ASCII", { id: "ä" }, "invalid-id"],
  ["id with a line break at its end", { id: "a\n" }, "invalid-id"],
  ["empty id", { id: "" }, "invalid-id"],
  ["id .", { id: "." }, "reserved-id"],
  ["id ..", { id: ".." }, "reserved-id"],
  ["id CON", { id: "con" }, "reserved-id"],
  ["id NUL.x", { id: "NUL.x" }, "reserved-id"],
  ["id with a trailing dot", { id: "a." }, "reserved-id"],
  ["id of 200 characters", { id: "a".repeat(200) }],
  ["id of 201 characters", { id: "a".repeat(201) }, "id-too-long"],
  ["id that is a number", { id: 5 }, "wrong-type"],
  ["empty name", { name: "" }, "empty-value"],
  ["name that is null", { name: null }, "wrong-type"],
  ["minAppVersion of two parts", { minAppVersion: "1.2" }, "invalid-version"],
  ["minAppVersion with a letter", { minAppVersion: "v1.2.3" }, "invalid-version"],
  ["minAppVersion of four parts", { minAppVersion: "1.2.3.4" }, "invalid-version"],
  ["minKedgeVersion alone", { minKedgeVersion: "1.2.3" }],
  ["both versions, equal", { minAppVersion: "1.2.3", minKedgeVersion: "1.2.3" }],
  ["both versions, equal as numbers", { minAppVersion: "1.2.3", minKedgeVersion: "1.02.3" }],
  ["both versions, different", { minAppVersion: "1.2.3", minKedgeVersion: "1.2.4" }, "version-conflict"],
  ["config that is a list", { config: [] }, "wrong-type"],
  ["config that is text", { config: "a" }, "wrong-type"],
  ["console with an unknown value", { console: "Always" }, "unknown-value"],
  ["no actions", { actions: [] }, "no-actions"],
  ["actions that are an object", { actions: {} }, "wrong-type"],
  ["an action that is text", { actions: ["run"] }, "wrong-type"],
  ["an empty action", { actions: [{}] }, "missing-field", "missing-field", "missing-field"],
  ["an action without entry", action({ entry: undefined }), "missing-field"],
  ["action id ..", action({ id: ".." }), "reserved-id"],
  ["action id with a slash", action({ id: "a/b" }), "invalid-id"],
  ["empty label", action({ label: "" }), "empty-value"],
  ["hideTooltip as text", action({ hideTooltip: "true" }), "wrong-type"],
  ["hideSpinner as a number", action({ hideSpinner: 1 }), "wrong-type"],
  ["unknown contextMode", action({ contextMode: "inherited" }), "unknown-value"],
  ["two actions of one id", {
    actions: ["a", "b", "a"].map((id) => ({ id, label: "L", entry: "actions/run.go" })),
  }, "duplicate-action"],
  ["two actions of one entry", {
    actions: ["a", "b"].map((id) => ({ id, label: "L", entry: "actions/run.go" })),
  }],

  ["custom without account", action({ contextMode: "custom" }), "custom-needs-account"],
  ["custom with an empty account", action({ contextMode: "custom", account: "" }), "custom-needs-account"],
  ["custom with the extension's account only", {
    account: "123456789012",
    ...action({ contextMode: "custom" }),
  }, "custom-needs-account"],
  ["an account without contextMode", action({ account: "123456789012" })],
  ["an account and inherit", action({ contextMode: "inherit", account: "123456789012" }), "account-ignored?"],
  ["an account and none", action({ contextMode: "none", account: "123456789012" }), "account-ignored?"],
  [
    "an account and no context that is known",
    action({ contextMode: "Custom", account: "123456789012" }),
    "unknown-value",
  ],
  ["a role without account", action({ role: "r" }), "context-ignored?"],
  ["a region and none", action({ contextMode: "none", region: "eu-west-1" }), "context-ignored?"],
  ["an account of 11 digits", { account: "12345678901" }, "account-format?"],
  ["an account that is a number", { account: 123456789012 }, "wrong-type"],
  ["empty context fields", { account: "", role: "", region: "" }],
  ["a region that is none", { region: "Frankfurt" }, "region-format?"],

  ["an unknown field", { colour: 1 }, "unknown-field?"],
  ["an unknown field of an action", action({ onClick: 1 }), "unknown-field?"],
  ["a name that is not seen as it is", { name: "a\u202eb" }, "hidden-characters?"],
  ["a label with an invisible space", action({ label: "a\u200bb" }), "hidden-characters?"],

  ["an icon that is missing", { icon: "nope.svg" }, "icon-missing"],
  ["an icon in another case", { icon: "Icon.svg" }, "icon-missing"],
  ["an icon of no format", { icon: "actions/run.go" }, "icon-format"],
  ["an icon without suffix", { icon: "icon" }, "icon-format"],
  ["an icon outside", { icon: "../icon.svg" }, "path-parent"],
  ["an absolute icon", { icon: "/icon.svg" }, "path-absolute"],
  ["an icon by ./", { icon: "./icon.svg" }, "path-dot"],
  ["an icon with a backslash", { icon: "img\\icon.svg" }, "path-backslash"],
  ["an icon of an action that is missing", action({ icon: "nope.png" }), "icon-missing"],
  ["a PNG that is none", { icon: "fake.png" }, "icon-content"],
  ["an icon of 512 KB", { icon: "full.png" }],
  ["an icon of 512 KB and a byte", { icon: "large.png" }, "icon-too-large"],
  ["an entry that is missing", action({ entry: "actions/nope.go" }), "entry-missing"],
  ["an entry in another case", action({ entry: "Actions/run.go" }), "entry-missing"],
  ["an entry that is no Go file", action({ entry: "icon.svg" }), "entry-suffix"],
  ["an entry outside", action({ entry: "../run.go" }), "path-parent"],
  ["an entry that is a folder", action({ entry: "actions" }), "entry-suffix", "entry-missing"],
];

const MORE = {
  "icon.svg": SVG,
  "icon.png": PNG,
  icon: SVG,
  "fake.png": SVG,
  "full.png": sized(512 * 1024),
  "large.png": sized(512 * 1024 + 1),
};

function sized(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(PNG);
  return bytes;
}

const FLOOD = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`x${i}`, 1]));
for (const [name, changes, ...expected] of FIELDS) {
  Deno.test(`readFiles() ${expected.length ? `gives ${expected.join(", ")} for` : "accepts"} ${name}`, () => {
    assert.deepEqual(codes(changes, MORE), expected);
  });
  Deno.test(`readFiles() finds no other errors beside more warnings than it lists for ${name}`, () => {
    const found = codes({ ...FLOOD, ...changes }, MORE).filter((code) => !code.endsWith("?"));
    assert.deepEqual(found, expected.filter((code) => !code.endsWith("?")));
  });
}
for (const key of ["id", "name", "actions"]) {
  Deno.test(`readFiles() refuses a manifest without ${key}`, () => {
    assert.deepEqual(found(JSON.stringify(without(key))), ["missing-field@1:1"]);
  });
}

const ICONS: readonly (readonly [file: string, content: string | Uint8Array, fits: boolean])[] = [
  ["a.png", PNG, true],
  ["a.PNG", PNG, true],
  ["a.jpg", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), true],
  ["a.jpeg", Uint8Array.from([0xff, 0xd8, 0xff, 0xdb]), true],
  ["a.gif", "GIF89a", true],
  ["a.gif", "GIF87a", true],
  ["a.webp", "RIFF\x01\x02\x03\x04WEBPVP8 ", true],
  ["a.svg", SVG, true],
  ["a.svg", `\ufeff<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg>\n<svg>`, true],
  ["a.svg", '<!DOCTYPE svg PUBLIC "-//W3C" "svg11.dtd" [\n <!ENTITY ns "http://x">\n]>\n<svg>', true],
  ["a.svg", "<!DOCTYPE svg [ <!ENTITY ns 'x'>\n<svg>", false],
  ["a.svg", "<svg:svg>", true],
  ["a.jpg", PNG, false],
  ["a.png", "GIF89a", false],
  ["a.gif", "GIF88a", false],
  ["a.webp", "RIFF\x01\x02\x03\x04WAVE", false],
  ["a.svg", "<html><svg></svg></html>", false],
  ["a.svg", "<svgx>", false],
  ["a.svg", "<!-- never closed", false],
  ["a.svg", Uint8Array.from([0x3c, 0xff]), false],
  ["a.svg", "", false],
  ["a.png", "", false],
];

for (const [file, content, fits] of ICONS) {
  Deno.test(`readFiles() ${fits ? "accepts" : "refuses"} ${file} with ${JSON.stringify(content).slice(0, 30)}`, () => {
    assert.deepEqual(codes({ icon: file }, { [file]: content }), fits ? [] : ["icon-content"]);
  });
}

const least = JSON.stringify(manifest());

const TEXTS: readonly (readonly [name: string, text: string | Uint8Array, ...found: string[]])[] = [
  ["a byte order mark", `\ufeff${least}`],
  ["two byte order marks", `\ufeff\ufeff${least}`, "invalid-character@1:1"],
  ["an empty file", "", "empty-file@1:1"],
  ["only space", " \n ", "empty-file@1:1"],
  ["a list", "[]", "wrong-type@1:1"],
  ["null", "null", "wrong-type@1:1"],
  ["a comment", `{\n  // hello\n}`, "comment@2:3"],
  ["a comment after a value", `{"a": 1 /* x */}`, "comment@1:9"],
  ["a trailing comma", `{"a": 1,\n}`, "trailing-comma@1:8"],
  ["a trailing comma of a list", `{"a": [1,]}`, "trailing-comma@1:9"],
  ["single quotes", `{'a': 1}`, "quotes@1:2"],
  ["a name without quotes", `{a: 1}`, "quotes@1:2"],
  ["a missing colon", `{"a" 1}`, "expected-colon@1:5"],
  ["a missing comma", `{"a": 1\n "b": 2}`, "expected-comma@1:8"],
  ["a missing value", `{"a": }`, "expected-value@1:6"],
  ["a missing end", `{"a": 1`, "unclosed@1:1"],
  ["text after the end", `${least} x`, `trailing-text@1:${least.length + 2}`],
  ["NaN", `{"a": NaN}`, "unknown-word@1:7"],
  ["a leading zero", `{"a": 01}`, "invalid-number@1:7"],
  ["a plus", `{"a": +1}`, "invalid-number@1:7"],
  ["a hexadecimal number", `{"a": 0x1}`, "invalid-number@1:7"],
  ["a text that is not closed", `{"a": "b\n}`, "unterminated-string@1:7"],
  ["a control character", `{"a": "\u0001"}`, "control-character@1:8"],
  ["an unknown escape", `{"a": "\\x"}`, "invalid-escape@1:8"],
  ["half an escape", `{"a": "\\u12"}`, "invalid-escape@1:8"],
  ["nesting without end", "[".repeat(100_000), "nested-too-deep@1:201"],
  [
    "bytes that are not UTF-8",
    Buffer.concat([Buffer.from('{\n"a'), Buffer.from([0xff])]),
    "manifest-not-utf8@2:3",
  ],
  ["UTF-16", Buffer.from(`\ufeff${least}`, "utf16le"), "manifest-not-utf8@1:1"],
  ["a key that is there twice", least.replace("{", '{"name":"x",\n'), "duplicate-key@2:12"],
  [
    "a nested key that is there twice",
    least.replace("{", '{"config":{"a":1,"a":2},\n'),
    "duplicate-key@1:18",
  ],
  [
    "an action's key that is there twice",
    least.replace('"label"', '\n"id":"x","label"'),
    "duplicate-key@2:1",
  ],
  ["a number beyond all", least.replace("{", '{"config":{"a":1e999},'), "number-range@1:16"],
  [
    "a number of too many digits",
    least.replace("{", '{"config":{"a":9007199254740993},'),
    "number-precision?@1:16",
  ],
  [
    "numbers that keep all their digits",
    least.replace("{", '{"config":{"a":[1e21,-1E+21,12.50e30,1000000000000000000000,9007199254740992,0.1]},'),
  ],
  [
    "a long number whose last digits are lost",
    least.replace("{", '{"config":{"a":12345678901234567891e2},'),
    "number-precision?@1:16",
  ],
  ["a wrong value in the second line", least.replace('"Ext"', "\n  5"), "wrong-type@2:3"],
  ["an unknown key in the second line", least.replace("{", '{\n\t"nmae": 1, '), "unknown-field?@2:2"],
  ["a missing entry file", least.replace('"actions/run.go"', '\r\n "actions/x.go"'), "entry-missing@2:2"],
];

for (const [name, text, ...expected] of TEXTS) {
  Deno.test(`readFiles() ${expected.length ? `gives ${expected.join(", ")} for` : "accepts"} ${name}`, () => {
    assert.deepEqual(found(text), expected);
  });
}

const HINTS: readonly (readonly [name: string, changes: object, hint: string])[] = [
  ["a field", { lable: "x" }, "Settings of your own"],
  ["a field that is near", { verison: "1" }, "Did you mean `version`?"],
  ["an action's field", action({ tooltp: "x" }), "Did you mean `tooltip`?"],
  ["a value", action({ contextMode: "inherrit" }), 'Did you mean "inherit"?'],
  ["a path", action({ entry: "action/run.go" }), 'Did you mean "actions/run.go"?'],
  ["a path in another case", action({ entry: "actions/Run.go" }), 'It has "actions/run.go"'],
  ["a number", { name: 5 }, 'Put it in quotes: "5"'],
];

for (const [name, changes, hint] of HINTS) {
  Deno.test(`readFiles() helps with ${name}`, () => {
    const { diagnostics } = readFiles(bundleFiles(changes as Record<string, unknown>));
    assert.equal(diagnostics[0]?.hint?.slice(0, hint.length), hint);
  });
}

Deno.test("readFiles() says where a manifest is that is not at the root", () => {
  for (
    const [path, hint] of [["my-ext/manifest.json", "zip the content"], [
      "Manifest.json",
      "lower case",
    ]] as const
  ) {
    const { diagnostics } = readFiles(new Map([[path, new TextEncoder().encode(least)]]));
    assert.deepEqual(diagnostics.map(({ code }) => code), ["manifest-missing"]);
    assert.ok(diagnostics[0]!.hint!.includes(hint));
  }
});

Deno.test("readFiles() keeps config keys that name parts of objects", () => {
  const text = least.replace("{", '{"config":{"__proto__":{"a":1},"constructor":2},');
  const { bundle } = readFiles(bundleFiles({}, { "manifest.json": text, "actions/run.go": ACTION }));
  assert.deepEqual(Object.keys(bundle!.manifest.config!), ["__proto__", "constructor"]);
  assert.equal(({} as Record<string, unknown>).a, undefined);
});

/** Problems of a manifest that different checks find, in the order in which they are reported. */
const ORDERED: readonly (readonly [text: string, ...found: string[]])[] = [
  [
    `{"version": 5,
  "nmae": "T",
  "id": "a b",
  "icon": "icon.bmp",
  "actions": [
    {"label": 1, "id": "b", "entry": "gone.go", "x": 1},
    {"id": "b", "label": "B", "entry": "actions/run.go", "contextMode": "custom"}
  ],
  "minKedgeVersion": "1.0.0", "more": 1, "minAppVersion": "2.0.0"}`,
    ...["missing-field@1:1", "wrong-type@1:13", "unknown-field?@2:3", "invalid-id@3:9", "icon-missing@4:11"],
  ],
];

for (const [text, ...expected] of ORDERED) {
  Deno.test(`readFiles() tells the problems of a manifest in its order: ${expected.join(", ")}, …`, () => {
    const places = found(text).map((one) => one.split("@")[1]!.split(":").map(Number));
    assert.deepEqual(places, places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
    assert.deepEqual(found(text).slice(0, expected.length), expected);
  });
}
