import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { isAbsolute, join, resolve } from "node:path";
import { inspect } from "node:util";
import * as z from "zod";
import { isOlder } from "../../../src/core/age.ts";
import { joined, readBounded } from "../../../src/core/bytes.ts";
import { type Diagnostic, inFileOrder } from "../../../src/core/diagnostic.ts";
import deno from "../../../deno.json" with { type: "json" };
import { NEWS, newsSince } from "../../../src/core/news.ts";
import { versionAtLeast } from "../../../src/core/version_order.ts";
import { checkForm } from "../../../src/core/actions/frames/validate.ts";
import { afterCommand, nothingCounted } from "../../../src/core/analytics/counts.ts";
import { consolePath } from "../../../src/core/aws/console/address.ts";
import { iconFaults } from "../../../src/core/bundle/mod.ts";
import { cloudError } from "../../../src/core/aws/errors.ts";
import { directiveOf } from "../../../src/core/extensions/review/reach.ts";
import { ownProperty } from "../../../src/core/own_property.ts";
import { withUse } from "../../../src/core/state/usage.ts";
import { extensionFolder, kedgePaths } from "../../../src/core/paths.ts";
import { Secret } from "../../../src/core/secret.ts";
import { appVersion } from "../../../src/core/version.ts";
import { command } from "../../../src/core/app/command.ts";
import { jsonValue, recordOf } from "../../../src/core/json_schemas.ts";
import { readSources } from "../../support/house/sources.ts";
import { field } from "../../support/pages/state.ts";

const AGES: [what: string, at: number, now: number, older: boolean][] = [
  ["of now", 1000, 1000, false],
  ["of exactly its limit", 1000, 1060, false],
  ["above its limit", 1000, 1061, true],
  ["of the future, as the clock says since it was set back", 1001, 1000, true],
];
for (const [what, at, now, older] of AGES) {
  Deno.test(`isOlder() is ${older} for something ${what}`, () => equal(isOlder(at, 60, now), older));
}

const bytes = (...values: number[]) => new Uint8Array(values);

Deno.test("joined() puts parts one behind the other", () => {
  deepEqual(joined([bytes(1), bytes(), bytes(2, 3)]), bytes(1, 2, 3));
  deepEqual(joined([]), bytes());
});

const BODIES: readonly (readonly [parts: number[][], most: number, read: number[] | null])[] = [
  [[], 0, []],
  [[[1, 2], [3]], 3, [1, 2, 3]],
  [[[1, 2], [3]], 2, null],
  [[[1, 2, 3]], 2, null],
];
for (const [parts, most, read] of BODIES) {
  Deno.test(`readBounded() of ${JSON.stringify(parts)} with at most ${most} bytes is ${JSON.stringify(read)}`, async () => {
    const body = ReadableStream.from(parts.map((part) => bytes(...part)));
    deepEqual(await readBounded(body, most), read && bytes(...read));
  });
}

Deno.test("readBounded() of no body is empty, and reads no further than its bound", async () => {
  deepEqual(await readBounded(null, 0), bytes());
  let given = 0, ended = false;
  const endless = ReadableStream.from(async function* () {
    try {
      for (;; given++) yield bytes(0);
    } finally {
      ended = true;
    }
  }());
  equal(await readBounded(endless, 10), null);
  deepEqual([given < 20, ended], [true, true]);
});

Deno.test("readBounded() throws when the body breaks off", () =>
  rejects(
    readBounded(
      ReadableStream.from(async function* () {
        yield bytes(1);
        throw new Error("gone");
      }()),
      10,
    ),
    /gone/,
  ));

/** Returns a diagnostic at `file:line:column`, or one without a place when there is only a code. */
const at = (place: string): Diagnostic => {
  const [file, line, column] = place.split(":");
  const where = line === undefined ? {} : { file: file!, line: Number(line), column: Number(column) };
  return { severity: "error", code: place, path: [], message: place, ...where };
};

/**
 * Diagnostics in the order in which they were found, and in the order in which they are reported.
 */
const ORDERS: readonly (readonly [found: readonly string[], told: readonly string[]])[] = [
  [[], []],
  [["m:3:1", "m:1:9", "m:1:2"], ["m:1:2", "m:1:9", "m:3:1"]],
  [["m:10:1", "m:9:1"], ["m:9:1", "m:10:1"]],
  [["whole", "m:2:1", "other", "m:1:1", "more-problems"], [
    "whole",
    "m:1:1",
    "other",
    "m:2:1",
    "more-problems",
  ]],
  [["m:2:1", "b:9:1", "m:1:1", "b:1:1"], ["m:1:1", "b:1:1", "m:2:1", "b:9:1"]],
];

for (const [found, told] of ORDERS) {
  Deno.test(`inFileOrder() tells ${told.join(", ") || "nothing"} when ${found.join(", ") || "nothing"} was found`, () => {
    deepEqual(inFileOrder(found.map(at)).map(({ code }) => code), told);
  });
}

Deno.test("NEWS begins with the present version and goes back in time", () => {
  equal(NEWS[0]?.version, deno.version);
  const versions = NEWS.map(({ version }) => version);
  deepEqual(versions, versions.toSorted((a, b) => versionAtLeast(a, b) ? -1 : 1));
  for (const { lines } of NEWS) equal(lines.length > 0 && lines.every((line) => line.endsWith(".")), true);
});

const ALL = ["0.3.0", "0.2.0", "0.1.0"].map((version) => ({ version, lines: [`${version}.`] }));
const SINCE: [name: string, last: unknown, now: string, versions: string[]][] = [
  ["everything after the version that ran last", "0.1.0", "0.3.0", ["0.3.0", "0.2.0"]],
  ["nothing twice", "0.3.0", "0.3.0", []],
  ["nothing at a first start", undefined, "0.3.0", []],
  ["nothing after going back", "0.3.0", "0.2.0", []],
  ["nothing that is still to come", "0.1.0", "0.2.0", ["0.2.0"]],
  ["nothing when what was kept is no version", "x", "0.3.0", []],
];
for (const [name, last, now, versions] of SINCE) {
  Deno.test(`newsSince() gives ${name}`, () => {
    deepEqual(newsSince(last, now, ALL).map(({ version }) => version), versions);
  });
}

const FIELD = field("");

/** Names that every object inherits, and that may come from outside of Kedge. */
const INHERITED = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];

/** Lookups by a name from outside: an inherited name must find as little as an unknown one. */
const LOOKUPS: readonly (readonly [what: string, looked: (name: string) => unknown])[] = [
  ["ownProperty()", (name) => ownProperty({ known: 1 }, name)],
  [
    "cloudError()",
    (name) => cloudError("Secrets", { name, message: "said" }, new AbortController().signal).message,
  ],
  ["iconFaults()", (name) => iconFaults(`a.${name}`, new Uint8Array(1)).map(({ code }) => code)],
  ["directiveOf()", (name) => directiveOf(name)],
  ["consolePath()", (name) => consolePath("eu-west-1", name).replaceAll(name, "SERVICE")],
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

Deno.test("kedgePaths() is absolute also for a relative home, whatever the folder is later", () => {
  const paths = kedgePaths("somewhere");
  equal(paths.home, resolve("somewhere"));
  for (const path of Object.values(paths)) equal(isAbsolute(path), true, path);
});

Deno.test("extensionFolder() is a folder of the extensions' folder, or throws", () => {
  const paths = kedgePaths("/home/ada/.kedge");
  equal(extensionFolder(paths, "a.b-C_1"), join(paths.extensions, "a.b-C_1"));
  for (const id of ["", ".", "..", "a/b", "a\\b", "/a", "~lock", "a\0", "C:"]) {
    throws(() => extensionFolder(paths, id), RangeError, id);
  }
});

const secret = new Secret("hunter2");
const shown: [string, () => string][] = [
  ["printed", () => String(secret)],
  ["put in a template", () => `${secret}`],
  ["serialised", () => JSON.stringify({ secret })],
  ["inspected by Deno", () => Deno.inspect({ secret })],
  ["inspected by node", () => inspect({ secret })],
  ["copied into an object", () => JSON.stringify({ ...secret })],
  ["put in an error", () => new Error(`login ${secret}`).message],
];

for (const [how, show] of shown) {
  Deno.test(`Secret does not show its value when ${how}`, () => ok(!show().includes("hunter2")));
}

Deno.test("open() gives the value", () => equal(secret.open(), "hunter2"));

const cases: [string, string, boolean][] = [
  ["1.2.3", "1.2.3", true],
  ["1.10.0", "1.9.9", true],
  ["1.9.9", "1.10.0", false],
  ["2.0.0", "1.99.99", true],
  ["0.1.0", "0.1.1", false],
  ["1.2", "1.2.0", true],
];
for (const [a, b, expected] of cases) {
  Deno.test(`versionAtLeast() is ${expected} when ${a} meets ${b}`, () => {
    equal(versionAtLeast(a, b), expected);
  });
}

Deno.test("appVersion() is a development build when run from source, a release when KEDGE_VERSION acts as one", () => {
  equal(appVersion("").development, true);
  deepEqual(appVersion("3.4.5"), { version: "3.4.5", development: false });
});

/** A text for JSON.parse, which makes `__proto__` a key like any other. */
const ODD = '{"__proto__":{"a":1},"constructor":[{"__proto__":null}]}';

const RECORDS: readonly (readonly [what: string, text: string, fits: boolean])[] = [
  ["names that every object has", ODD, true],
  ["nothing", "{}", true],
  ["a list", "[]", false],
  ["null", "null", false],
  ["a name that is too long", `{"${"x".repeat(21)}":1}`, false],
];
for (const [what, text, fits] of RECORDS) {
  Deno.test(`recordOf() ${fits ? "keeps" : "refuses"} ${what}`, () => {
    const { success, data } = recordOf(jsonValue, 20).safeParse(JSON.parse(text));
    equal(success, fits);
    if (fits) equal(JSON.stringify(data), text);
  });
}

Deno.test("recordOf() says where a value has another form", () => {
  const { error } = recordOf(z.object({ n: z.number() })).safeParse(JSON.parse('{"__proto__":{"n":"1"}}'));
  deepEqual(error?.issues.map(({ path }) => path), [["__proto__", "n"]]);
});

Deno.test("jsonValue refuses what is not JSON", () => {
  for (const value of [undefined, () => 1, 1n, { a: new Map() }, NaN]) {
    equal(jsonValue.safeParse(value).success, false);
  }
});

const COMMANDS: readonly string[] = [
  `{"name":"saveOverrides","extension":"e","action":"__proto__","config":${ODD}}`,
  `{"name":"editConfig","path":["servers",0],"value":${ODD},"was":${ODD}}`,
  `{"name":"tryRules","draft":{"at":0,"rule":${ODD}},"accounts":[]}`,
  '{"name":"runQuery","server":"s","tab":"t","text":"select :__proto__","pick":"all","values":{"__proto__":"1"}}',
];
for (const text of COMMANDS) {
  Deno.test(`command keeps __proto__ in ${text.slice(0, 40)}`, () => {
    equal(JSON.stringify(command.parse(JSON.parse(text))), text);
  });
}

/** Files that may use `z.record`: it drops some names, but theirs are Kedge's own or not read. */
const OWN_NAMES: readonly string[] = [
  "src/core/actions/frames/protocol.ts",
  "src/core/app/features/dialogs/dialogs.ts",
  "src/core/app/features/dialogs/mod.ts",
  "src/core/app/features/windows/mod.ts",
  "src/core/bundle/manifest/schema.ts",
  "src/core/json_schemas.ts",
  "src/pages/http/protocol.ts",
];

Deno.test("values under names from outside are read by schemas that keep every name", async () => {
  const found = (await readSources("src")).filter(({ code }) => /\bz\.(record|json)\(/.test(code));
  deepEqual(found.map(({ path }) => path).filter((path) => !OWN_NAMES.includes(path)), []);
});
