import { deepEqual, equal, throws } from "node:assert/strict";
import { type Shell, shellLines, usualShell } from "../../../../../src/core/aws/exports/shells.ts";

const LINES: [shell: Shell, value: string | null, line: string][] = [
  ["sh", "a b$c`d", "export V='a b$c`d'"],
  ["sh", "it's", `export V='it'\\''s'`],
  ["sh", null, "unset V"],
  ["fish", "it's \\ $x", "set -gx V 'it\\'s \\\\ $x'"],
  ["fish", null, "set -e V"],
  ["powershell", "it's $x", "$env:V = 'it''s $x'"],
  ["powershell", null, "Remove-Item Env:V -ErrorAction SilentlyContinue"],
  ["cmd", "a/b+c=&", 'set "V=a/b+c=&"'],
  ["cmd", null, 'set "V="'],
];
for (const [shell, value, line] of LINES) {
  Deno.test(`shellLines() writes ${line} for ${shell}`, () =>
    deepEqual(shellLines(shell, { V: value }), [line]));
}

const WRONG: [shell: Shell, value: string][] = [
  ["sh", "a\nb"],
  ["fish", "a\0"],
  ["powershell", "\u2019"],
  ["cmd", "%PATH%"],
  ["cmd", 'a"b'],
];
for (const [shell, value] of WRONG) {
  Deno.test(`shellLines() refuses ${JSON.stringify(value)} for ${shell}`, () => {
    throws(() => shellLines(shell, { V: value }), RangeError);
  });
}

const USUAL: [system: string, env: Record<string, string>, shell: Shell][] = [
  ["linux", { SHELL: "/usr/bin/fish" }, "fish"],
  ["linux", { SHELL: "/bin/zsh" }, "sh"],
  ["linux", {}, "sh"],
  ["windows", { PSModulePath: "x" }, "powershell"],
  ["windows", {}, "cmd"],
  ["windows", { SHELL: "/usr/bin/bash" }, "sh"],
];
for (const [system, env, shell] of USUAL) {
  Deno.test(`usualShell() is ${shell} on ${system} with ${JSON.stringify(env)}`, () => {
    equal(usualShell(system, (name) => env[name]), shell);
  });
}
