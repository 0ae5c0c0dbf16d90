import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { importEdits } from "../../../../src/core/import/edits.ts";
import { commonName } from "../../../../src/core/aws/profiles/common_name.ts";
import { importable } from "../../../../src/core/aws/profiles/importable.ts";
import { parseProfiles } from "../../../../src/core/aws/profiles/profiles.ts";
import { editJson } from "../../../../src/core/json/mod.ts";
import { callingShell, type Shell, shellLines, usualShell } from "../../../../src/core/aws/exports/shells.ts";

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
    // A second import finds everything there already and changes nothing.
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

/** The value of PSModulePath that Windows sets for every program, which cmd passes on. */
const MACHINE = String
  .raw`C:\Program Files\WindowsPowerShell\Modules;C:\Windows\system32\WindowsPowerShell\v1.0\Modules`;
const PROFILE = { USERPROFILE: String.raw`C:\Users\anna` };

const USUAL: [what: string, system: string, env: Record<string, string>, calling: Shell, usual?: Shell][] = [
  ["fish", "linux", { SHELL: "/usr/bin/fish" }, "fish"],
  ["zsh", "linux", { SHELL: "/bin/zsh" }, "sh"],
  ["no shell", "linux", {}, "sh"],
  ["Git Bash", "windows", { ...PROFILE, PSModulePath: MACHINE, SHELL: "/usr/bin/bash" }, "sh"],
  ["cmd", "windows", { ...PROFILE, PSModulePath: MACHINE }, "cmd", "powershell"],
  [
    "cmd where SQL Server has added modules",
    "windows",
    {
      ...PROFILE,
      PSModulePath: MACHINE +
        String.raw`;C:\Program Files (x86)\Microsoft SQL Server\150\Tools\PowerShell\Modules`,
    },
    "cmd",
    "powershell",
  ],
  [
    "cmd of another user's modules",
    "windows",
    {
      ...PROFILE,
      PSModulePath: String.raw`C:\Users\anna2\Modules;` + MACHINE,
    },
    "cmd",
    "powershell",
  ],
  [
    "cmd of modules of the user who made the machine",
    "windows",
    {
      ...PROFILE,
      PSModulePath: String.raw`C:\Users\packer\Documents\WindowsPowerShell\Modules;` + MACHINE,
    },
    "cmd",
    "powershell",
  ],
  [
    "cmd of a variable that is not expanded",
    "windows",
    {
      ...PROFILE,
      PSModulePath: String.raw`%ProgramFiles%\WindowsPowerShell\Modules;` + MACHINE,
    },
    "cmd",
    "powershell",
  ],
  ["nothing of PowerShell", "windows", {}, "cmd", "powershell"],
  ["Windows PowerShell 5.1", "windows", {
    ...PROFILE,
    PSModulePath: String.raw`C:\Users\anna\Documents\WindowsPowerShell\Modules;` + MACHINE,
  }, "powershell"],
  ["PowerShell 7", "windows", {
    ...PROFILE,
    PSModulePath: String
      .raw`C:\Users\anna\Documents\PowerShell\Modules;C:\Program Files\PowerShell\Modules;c:\program files\powershell\7\Modules;` +
      MACHINE,
  }, "powershell"],
  ["PowerShell with Documents in OneDrive, in other letters", "windows", {
    ...PROFILE,
    PSModulePath: String.raw`c:\users\ANNA\OneDrive - Shop\Documents\PowerShell\Modules;` + MACHINE,
  }, "powershell"],
  ["PowerShell with Documents on another drive", "windows", {
    ...PROFILE,
    PSModulePath: String.raw`D:\Documents\PowerShell\Modules;` + MACHINE,
  }, "powershell"],
  ["PowerShell with Documents on a server", "windows", {
    ...PROFILE,
    PSModulePath: String.raw`\\files\users\anna\Documents\WindowsPowerShell\Modules;` + MACHINE,
  }, "powershell"],
];
for (const [what, system, env, calling, usual = calling] of USUAL) {
  Deno.test(`callingShell() is ${calling} and usualShell() ${usual} on ${system} in ${what}`, () => {
    equal(callingShell(system, (name) => env[name]), calling);
    equal(usualShell(system, (name) => env[name]), usual);
  });
}
