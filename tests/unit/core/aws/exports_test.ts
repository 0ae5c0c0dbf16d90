import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { importEdits } from "../../../../src/core/import/edits.ts";
import { commonName } from "../../../../src/core/aws/profiles/common_name.ts";
import { importable } from "../../../../src/core/aws/profiles/importable.ts";
import { parseProfiles } from "../../../../src/core/aws/profiles/profiles.ts";
import { editJson } from "../../../../src/core/json/mod.ts";
import { type Shell, shellLines, usualShell } from "../../../../src/core/aws/exports/shells.ts";

const CONFIG = `
[sso-session shop]
sso_start_url = https://shop.awsapps.com/start
sso_region = eu-central-1

[profile shop-staging-Admin]
sso_session = shop
sso_account_id = 111111111111
sso_role_name = Admin
region = eu-west-1

[profile shop-staging-Reader]
sso_session = shop
sso_account_id = 111111111111
sso_role_name = Reader

[profile audit]
role_arn = arn:aws:iam::222222222222:role/Auditor
source_profile = default

[default]
region = us-east-1
`;
const found = importable(parseProfiles(CONFIG, ""));

Deno.test("importable() finds the portal, and the accounts of profiles with a region", () => {
  deepEqual(found, {
    portal: { startUrl: "https://shop.awsapps.com/start", region: "eu-central-1" },
    accounts: [
      { accountId: "111111111111", region: "eu-west-1" },
      { accountId: "222222222222", region: "us-east-1" },
    ],
  });
});

const named: readonly [profiles: string[], roles: string[], name: string][] = [
  [["shop-staging-Admin", "shop-staging-Reader"], ["Admin", "Reader"], "shop-staging"],
  [["audit"], ["Auditor"], "audit"],
  [["shop-admin"], ["Admin"], "shop"],
  [["alpha", "beta"], ["Admin"], ""],
  [["default"], ["Admin"], ""],
];
for (const [profiles, roles, name] of named) {
  Deno.test(`commonName() calls the account of ${profiles} “${name}”`, () => {
    equal(commonName(profiles, roles), name);
  });
}

const cases: readonly [name: string, before: string, words: string, after: RegExp][] = [
  [
    "nothing",
    "{}",
    "2 accounts and the portal https://shop.awsapps.com/start",
    /"ssoRegion": ?"eu-central-1"/,
  ],
  [
    "a portal of its own and one account",
    '{\n  // mine\n  "ssoStartUrl": "https://x",\n  "accounts": [{ "accountId": "222222222222", "region": "us-east-1" }]\n}',
    "1 account",
    /\/\/ mine[\s\S]*"https:\/\/x"[\s\S]*"222222222222"[\s\S]*"111111111111"/,
  ],
];
for (const [name, before, words, after] of cases) {
  Deno.test(`importEdits() adds what is missing in a file with ${name}`, () => {
    const plan = importEdits(found, JSON.parse(before.replace(/^ *\/\/ mine\n/m, "")));
    equal(plan.words, words);
    let text = before;
    for (const edit of plan.edits) {
      const edited = editJson(text, [edit]);
      ok(edited.ok);
      text = edited.text;
    }
    match(text, after);
    // A second import has nothing to do.
    deepEqual(importEdits(found, JSON.parse(text.replace(/^ *\/\/ mine\n/m, ""))).edits, []);
  });
}

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
