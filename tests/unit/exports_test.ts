import { deepEqual } from "node:assert/strict";
import { exportsOf, repeatedExports, unusedExports } from "../support/house/exports.ts";
import { readSources, source } from "../support/house/sources.ts";

/** What only tests take out of its file, and why that is worth an export. Everything else is for another file of the program. */
const FOR_TESTS: Readonly<Record<string, readonly string[]>> = {
  "a part of one system, whose rules are tested on every host": [
    "src/core/keychain/darwin.ts storeLine",
    "src/core/keychain/windows.ts SCRIPT",
    "src/core/platform/peer/diag.ts diagOwner diagRequest",
    "src/core/platform/peer/mod.ts readOwner",
    "src/core/platform/process_tree/darwin.ts markedIn",
    "src/core/platform/process_tree/linux.ts environHolds isYounger isZombie parentIn",
    "src/core/platform/process_tree/mod.ts markedProcesses",
    "src/tray/clipboard/windows.ts CLIPBOARD_SCRIPT",
    "src/tray/login_item/mod.ts isManaged withoutConsole",
    "src/tray/mod.ts trayKind",
    "src/tray/notifications/linux.ts notifyArguments",
    "src/tray/shortcut/darwin.ts carbonModifiers fourCharacters",
    "src/tray/shortcut/linux.ts unsupported",
    "src/tray/shortcut/windows.ts hotKeyModifiers",
    "src/tray/shortcut/x11_map.ts maskOf",
    "src/tray/status_notifier/menu_tree.ts mnemonicFree",
    "src/tray/systray/binary.ts helperName",
    "src/tray/systray/helper.ts withoutStamp",
    "src/tray/systray/protocol.ts title",
    "src/tray/windows/child/darwin_menu.ts MENU_ITEMS",
    "src/tray/windows/child/windows.ts framed workArea",
    "src/tray/windows/library.ts copyLibrary libraryName",
  ],
  "a rule with a table of cases of its own, too many to go through what uses it": [
    "src/cli/run/answers_face.ts formAnswers",
    "src/core/actions/build/cache.ts evicted",
    "src/core/actions/build/go.ts isEnough",
    "src/core/actions/build/plan.ts sharedSources",
    "src/core/actions/log/trim.ts tooMany",
    "src/core/aws/credentials/process.ts splitCommand",
    "src/core/aws/profiles/edit.ts commandLine",
    "src/core/aws/profiles/profiles.ts parseProfiles",
    "src/core/aws/session/names.ts pythonJson",
    "src/core/aws/session/places.ts samePortal",
    "src/core/platform/browser/mod.ts mayHoldKey",
    "src/core/sql/driver/postgres/run.ts outcomeOf",
    "src/core/sql/error_words.ts withoutPassword",
    "src/tray/icon/mod.ts picture",
    "src/ui/client/size.ts wishedLength",
    "src/ui/pages/home/accounts.tsx byEnv",
    "src/ui/pages/query/rows/chart.tsx ticksOf",
    "src/ui/system/code/diff_view.tsx folded",
    "src/ui/system/code/find.tsx MAX_FOUND findIn",
  ],
  "a limit that tests go up to": [
    "src/core/sql/query.ts MOST_ROWS",
    "src/core/sql/spill/result.ts LEFT_FREE",
    "src/pages/http/sessions.ts TOKEN_LIFE_MS",
  ],
  "a list that tests compare with its other half": [
    "src/cli/doctor/check.ts CheckName",
    "src/core/actions/frames/protocol.ts hostFrame",
    "src/core/analytics/counts.ts COUNTED",
    "src/core/config/shortcut.ts NAMED_KEYS",
    "src/core/extensions/review/library/packages.ts libraryPaths",
  ],
  "what tests put in the place of something real, or build themselves": [
    "src/core/actions/context/context.ts ContextSources",
    "src/core/actions/run/clock.ts Timers",
    "src/core/actions/run/supervisor.ts SupervisorParts",
    "src/core/app/feature.ts NeedsOf",
    "src/core/app/features/dialogs/dialogs.ts DialogRequest",
    "src/core/aws/cloud.ts createCloud",
    "src/core/aws/errors.ts CloudTrouble",
    "src/core/aws/portal/catalog.ts createPortalCatalog",
    "src/core/aws/session/session.ts PortalSessionOptions",
    "src/core/bundle/hash.ts contentHash",
    "src/pages/bundle.ts neededOf",
    "src/core/config_file/edit.ts ConfigEdited",
    "src/core/keychain/memory.ts memoryKeychain",
    "src/core/sql/engines/mod.ts PastedServer",
    "src/core/sql/engines/pasted.ts PastedServer",
    "src/core/sql/failure.ts FailureKind",
    "src/core/state/store.ts Slice",
    "src/tray/instance/mod.ts InstanceStart",
    "src/tray/windows/mod.ts DesktopWindows",
    "src/ui/parts/shortcut_keys.ts Pressed",
  ],
};

/** Names that every file of a kind has: one for each command, feature, list or system, told apart by their file. */
const ONE_EACH: Readonly<Record<string, readonly string[]>> = {
  "the face of a command, loaded by its file": ["run"],
  "a feature, a kind of what can be found and a list, each in its registry": [
    "accounts",
    "extensions",
    "runs",
    "servers",
    "signIn",
    "windows",
    "address",
  ],
  "a system, in its own file": ["linux", "darwin", "windows"],
  "what a page says of itself": ["ownCommandKey"],
  "the schema of all commands, and how a feature defines one": ["command"],
};

const all = await readSources("main.ts", "build.ts", "build", "src", "schema");
const program = all.filter(({ path }) => path.startsWith("src/"));

Deno.test("what a file of src exports is imported by another one, or tests need it for a reason", async () => {
  const tests = await readSources("tests");
  const reasons = new Set(
    Object.values(FOR_TESTS).flat().flatMap((line) => {
      const [path, ...names] = line.split(" ");
      return names.map((name) => `${path} ${name}`);
    }),
  );
  const key = ({ path, name }: { path: string; name: string }) => `${path} ${name}`;
  const unused = new Set(unusedExports(program, [...all, ...tests]).map(key));
  // A folder's face may hand tests what stands there.
  const found = unusedExports(program, all).filter((one) =>
    !reasons.has(key(one)) && (!one.from || unused.has(key(one)))
  );
  deepEqual(found.map(key).join("\n"), "");
  const needed = new Set(unusedExports(program, all).map(key));
  const stale = [...reasons].filter((one) => !needed.has(one));
  deepEqual(stale.join("\n"), "");
});

Deno.test("an exported name means one thing in all of src", () => {
  const each = new Set(Object.values(ONE_EACH).flat());
  const found = repeatedExports(program).filter(({ name }) => !each.has(name));
  deepEqual(found.map(({ name, paths }) => `${name}: ${paths.join(", ")}`), []);
});

const A = "src/a.ts";
const CASES: readonly (readonly [what: string, exported: string, user: string, unused: string[]])[] = [
  ["a function that is imported", "export function x() {}", 'import { x } from "./a.ts";', []],
  ["one that is not", "export async function x() {}", 'import { y } from "./a.ts";', ["x"]],
  [
    "every way to declare",
    "export const a = 1;\nexport class B {}\nexport interface C {}\nexport type D = 1;",
    "",
    [
      "a",
      "B",
      "C",
      "D",
    ],
  ],
  ["what is taken apart", "export const { a, b: c } = d;", 'import { c } from "./a.ts";', ["a"]],
  ["another name there", "export { a as b };", 'import { b as c } from "./a.ts";', []],
  [
    "types, in and before the braces",
    "export type A = 1;\nexport type B = 1;",
    'import { type A } from "./a.ts";\nimport type { B } from "./a.ts";',
    [],
  ],
  [
    "a whole module by its words",
    "export const a = 1, b = 2;\nexport const c = 3;",
    'import * as one from "./a.ts";\none.a;',
    ["c"],
  ],
  [
    "a whole module that is handed on",
    "export const a = 1;",
    'import * as one from "./a.ts";\nuse(one);',
    [],
  ],
  [
    "what is loaded when it is needed",
    "export const a = 1;\nexport const c = 3;",
    'const { a } = await import("./a.ts");',
    ["c"],
  ],
  ["only in a comment", "export const a = 1;", '// import { a } from "./a.ts";', ["a"]],
  ["a default", "export default function a() {}", "", []],
];
for (const [what, exported, user, unused] of CASES) {
  Deno.test(`unusedExports() sees ${what}`, () => {
    const sources = [source(A, exported), source("src/user.ts", user)];
    deepEqual(unusedExports(sources, sources).map(({ name }) => name), unused);
  });
}

Deno.test("unusedExports() follows what is passed on, and reports it where nobody takes it", () => {
  const sources = [
    source(A, "export const a = 1;\nexport const b = 1;\nexport const c = 1;"),
    source("src/mod.ts", 'export { a, b } from "./a.ts";\nexport * from "./other.ts";'),
    source("src/other.ts", "export const d = 1;\nexport const e = 1;"),
    source("src/user.ts", 'import { a, d } from "./mod.ts";'),
  ];
  deepEqual(
    unusedExports(sources, sources).map(({ path, name }) => `${path} ${name}`),
    ["src/a.ts b", "src/a.ts c", "src/mod.ts b", "src/other.ts e"],
  );
});

Deno.test("repeatedExports() tells a name that two files declare from one that is passed on", () => {
  const sources = [
    source(A, "export class A {}\nexport const b = 1;"),
    source("src/b.ts", 'export { b } from "./a.ts";\nexport interface A {}'),
  ];
  deepEqual(repeatedExports(sources), [{ name: "A", paths: [A, "src/b.ts"] }]);
  deepEqual(exportsOf(sources).length, 4);
});
