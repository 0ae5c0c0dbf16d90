import { deepEqual, equal, match } from "node:assert/strict";
import { linksEntry, windowsCommand, withLinkDefault } from "../../../src/tray/link_handler/text.ts";
import type { Registry } from "../../../src/core/platform/registry.ts";
import type { Problem } from "../../../src/core/state/state.ts";
import { createLinkHandler } from "../../../src/tray/link_handler/mod.ts";
import { windowsLinkHandler } from "../../../src/tray/link_handler/windows.ts";

const OURS = "x-scheme-handler/kedge=kedge-links.desktop\n", THEIRS = "x-scheme-handler/kedge=x.desktop\n";
const LONGER = "x-scheme-handler/kedges=x.desktop\n";
const DEFAULTS = "[Default Applications]\n", ADDED = "[Added Associations]\n";

const CASES: [what: string, before: string, on: boolean, after: string][] = [
  ["makes an empty file one with our line", "", true, `${DEFAULTS}${OURS}`],
  ["adds a section", `${ADDED}a=b;\n`, true, `${ADDED}a=b;\n${DEFAULTS}${OURS}`],
  ["adds a line end and a section", "[X]\na=b", true, `[X]\na=b\n${DEFAULTS}${OURS}`],
  ["adds a line", `${DEFAULTS}a=b\n`, true, `${DEFAULTS}${OURS}a=b\n`],
  ["replaces another program", `${DEFAULTS}x-scheme-handler/kedge=x.desktop;\n`, true, `${DEFAULTS}${OURS}`],
  ["leaves the line of another section", ADDED + THEIRS + DEFAULTS, true, ADDED + THEIRS + DEFAULTS + OURS],
  ["leaves a longer name alone", DEFAULTS + LONGER, true, DEFAULTS + OURS + LONGER],
  ["takes our line away", `${DEFAULTS}${OURS.trim()};\na=b\n`, false, `${DEFAULTS}a=b\n`],
  ["leaves nothing of what was made for it", DEFAULTS + OURS, false, ""],
  ["leaves another program", DEFAULTS + THEIRS, false, DEFAULTS + THEIRS],
  ["leaves a file without it", "# mine\r\n[X]\r\n", false, "# mine\r\n[X]\r\n"],
];
for (const [what, before, on, after] of CASES) {
  Deno.test(`withLinkDefault() ${what}`, () => equal(withLinkDefault(before, on), after));
}

Deno.test("linksEntry() gives a link behind --", () => {
  equal(/^Exec=(.*)$/m.exec(linksEntry(["/opt/my kedge/kedge"]))?.[1], '"/opt/my kedge/kedge" -- %u');
});

Deno.test("linksEntry() is left out by desktops when its program was removed", () => {
  equal(/^TryExec=(.*)$/m.exec(linksEntry(["/opt/my kedge/kedge"]))?.[1], "/opt/my kedge/kedge");
});

Deno.test("windowsCommand() gives a link quoted, and after --", () => {
  equal(windowsCommand(["C:\\K\\kedge.exe"]), '"C:\\K\\kedge.exe" -- "%1"');
});

const KEY = "Software\\Classes\\kedge", COMMAND = `${KEY}\\shell\\open\\command`;
const WHOLE = [
  [`${COMMAND}|`, '"C:\\K\\kedge.exe" -- "%1"'],
  [`${KEY}|`, "URL:Kedge"],
  [`${KEY}|URL Protocol`, ""],
];

/**
 * Returns a registry with these values that refuses some calls with Windows' number for a policy.
 */
function registryOf(refuses: (call: string) => boolean, before: readonly (readonly string[])[] = []) {
  const values = new Map(before.map(([name, text]) => [name!, text!]));
  const need = (call: string) => {
    if (refuses(call)) throw new Error(`the registry refuses to ${call} (error 5)`);
  };
  const registry: Registry = {
    read: (key, name) => {
      need(`read ${key}`);
      const text = values.get(`${key}|${name}`);
      return text === undefined ? null : new TextEncoder().encode(text);
    },
    write(key, name, text) {
      need(`write ${key}|${name}`);
      values.set(`${key}|${name}`, text);
    },
    remove(key) {
      need(`remove ${key}`);
      for (const one of values.keys()) if (one.startsWith(key)) values.delete(one);
    },
  };
  return { registry, left: () => [...values].sort() };
}

/** Returns a handler for links in that registry, and its reported problems. */
function handlerOf(open: () => Registry) {
  const told: (Problem | null)[] = [];
  const backend = windowsLinkHandler(["C:\\K\\kedge.exe"], open);
  return { told, ...createLinkHandler((problem) => told.push(problem), backend) };
}

/**
 * Calls that Windows refuses when links are switched on or off, the values before, and the
 * remaining ones.
 */
const REFUSED: readonly (readonly [
  what: string,
  on: boolean,
  refuses: RegExp,
  before: readonly (readonly string[])[],
  left: readonly (readonly string[])[],
])[] = [
  ["the command", true, /^write .*command/, [], []],
  ["the name", true, /^write .*kedge\|$/, [], []],
  ["the mark of links", true, /^write .*Protocol/, [], []],
  ["to read", true, /^read/, [], []],
  ["the command of a later place", true, /^write .*command/, WHOLE, WHOLE],
  ["the name, and to take the rest away", true, /^write .*kedge\|$|^remove/, [], [WHOLE[0]!]],
  ["to remove", false, /^remove/, WHOLE, WHOLE],
];
for (const [what, on, refuses, before, left] of REFUSED) {
  Deno.test(`links that Windows does not switch ${on ? "on" : "off"}, for it refuses ${what}, are told and leave nothing half`, async () => {
    const { registry, left: now } = registryOf((call) => refuses.test(call), before);
    const { set, told } = handlerOf(() => registry);
    await set(on);
    equal(told.length, 1);
    match(
      told[0]?.message ?? "",
      new RegExp(`cannot be switched ${on ? "on" : "off"} in this system: the registry refuses .*error 5`),
    );
    deepEqual(now(), [...left].sort());
  });
}

Deno.test("links are switched on in the registry of Windows, once more after a refusal, and off again", async () => {
  let refused = true;
  const { registry, left } = registryOf(() => refused);
  const { set, told } = handlerOf(() => registry);
  await set(true);
  refused = false;
  await set(true);
  deepEqual([told.map((one) => one === null), left()], [[false, true], [...WHOLE].sort()]);
  await set(false);
  deepEqual(left(), []);
});

Deno.test("a registry that cannot be opened is reported", async () => {
  const { set, told } = handlerOf(() => {
    throw new Error("advapi32.dll is missing");
  });
  await set(true);
  match(told[0]?.message ?? "", /advapi32\.dll is missing/);
});
