import { deepEqual, equal, throws } from "node:assert/strict";
import fc from "fast-check";
import { commandLine, withProfiles, writtenProfiles } from "../../../../../src/core/aws/profiles/edit.ts";
import { withUserFiles } from "../../../../../src/core/aws/profiles/files.ts";
import { parseIni, splitLines } from "../../../../../src/core/aws/profiles/ini.ts";
import { parseProfiles } from "../../../../../src/core/aws/profiles/profiles.ts";
import { profileAccounts } from "../../../../../src/core/aws/sources/local_source.ts";
import { signInOf } from "../../../../../src/core/aws/credentials/profile.ts";
import { samePortal, tokenEntries } from "../../../../../src/core/aws/session/token_entries.ts";
import { splitCommand } from "../../../../../src/core/aws/credentials/process.ts";

const plain = (config: string, credentials = "") => {
  const { profiles, sessions } = parseProfiles(config, credentials);
  const object = (map: ReadonlyMap<string, ReadonlyMap<string, string>>) =>
    Object.fromEntries([...map].map(([name, settings]) => [name, Object.fromEntries(settings)]));
  return { profiles: object(profiles), sessions: object(sessions) };
};

const FILES: [name: string, config: string, credentials: string, profiles: object, sessions?: object][] = [
  ["names of every kind", `[default]\na=1\n[profile x]\na=2\n[profile "y z"]\na=3\n[profile 'q']\na=4`, "", {
    default: { a: "1" },
    x: { a: "2" },
    "y z": { a: "3" },
    q: { a: "4" },
  }],
  [
    "comments and spaces",
    `# c\n; c\n[ profile x ]\nA = 1 # why\n b = nested\n\tc = nested\nd= a#b ;x\r\n`,
    "",
    {
      x: { a: "1", d: "a#b" },
    },
  ],
  ["settings of several parts", `[profile x]\ns3 =\n  max = 5\nregion = r\n`, "", {
    x: { s3: "", region: "r" },
  }],
  ["both files", `[profile x]\na=1\nb=2\n`, `[x]\na=9\n[y]\nc=3\n`, { x: { a: "9", b: "2" }, y: { c: "3" } }],
  ["other sections", `[preview]\na=1\n[services s]\na=1\n[x]\na=1\n`, "", {}],
  ["sessions", `[sso-session s]\nsso_region = r\n`, "", {}, { s: { sso_region: "r" } }],
  ["a byte order mark and no section", `\ufeffa = 1\n[profile x]\nb = 2`, "", { x: { b: "2" } }],
  ["no sense", `][\n=\n[profile\n[]\n`, `[]\na=1`, {}],
];
for (const [name, config, credentials, profiles, sessions = {}] of FILES) {
  Deno.test(`parseProfiles() reads ${name}`, () =>
    deepEqual(plain(config, credentials), { profiles, sessions }));
}

Deno.test("profileAccounts() names accounts by sign-in, and by the ARN of a role that is assumed", () => {
  const text = `[sso-session s]\nsso_start_url = https://x/start\nsso_region = eu-west-1
[profile a]\nsso_session = s\nsso_account_id = 111111111111\nsso_role_name = Admin\nregion = eu-west-1
[profile b]\nsso_session = s\nsso_account_id = 111111111111\nsso_role_name = Reader
[profile c]\nrole_arn = arn:aws:iam::222222222222:role/path/Ops\nsource_profile = a
[profile d]\nsso_session = missing\nsso_account_id = 333333333333\nsso_role_name = X
[profile e]\nsso_account_id = 1\nsso_role_name = X\nsso_start_url = u\nsso_region = r
[profile f]\nsso_session = s\nsso_account_id = 111111111111\nsso_role_name = Base
role_arn = arn:aws:iam::444444444444:role/Ops\nsource_profile = a
[profile g]\nrole_arn = arn:aws:iam::555555555555:role/Ops\naws_access_key_id = a`;
  deepEqual(profileAccounts(parseProfiles(text, "")), [
    { id: "111111111111", region: "eu-west-1", roles: ["Admin", "Reader"] },
    { id: "222222222222", name: "c", roles: ["Ops"] },
    { id: "444444444444", name: "f", roles: ["Ops"] },
  ]);
});

Deno.test("signInOf() gives the sign-in of the source when a profile assumes a role and has a sign-in too", () => {
  const signIn = "sso_start_url = u\nsso_region = r\nsso_account_id = 111111111111\nsso_role_name = X\n";
  const role = "role_arn = arn:aws:iam::444444444444:role/Ops\nsource_profile = base\n";
  const all = parseProfiles(`[profile ops]\n${role}${signIn}[profile base]\n${signIn}`, "");
  equal(signInOf("ops", all)?.profile, "base");
});

const PORTALS: [one: string, other: string, same: boolean][] = [
  ["https://d-1.awsapps.com/start", "https://d-1.awsapps.com/start/", true],
  ["https://d-1.awsapps.com/start", "https://D-1.awsapps.com/start/#/", true],
  ["https://d-1.awsapps.com/start", "https://d-2.awsapps.com/start", false],
  ["https://d-1.awsapps.com/start", "http://d-1.awsapps.com/start", false],
  ["nothing", "nothing", true],
];
for (const [one, other, same] of PORTALS) {
  Deno.test(`samePortal() is ${same} for ${one} and ${other}`, () => equal(samePortal(one, other), same));
}

Deno.test("tokenEntries() looks in sessions of the portal first and in no other's", () => {
  const portal = { startUrl: "https://d-1/start", region: "r" };
  const text = `[sso-session other]\nsso_start_url = https://d-2/start\nsso_region = r
[sso-session elsewhere]\nsso_start_url = https://d-1/start\nsso_region = q
[sso-session work]\nsso_start_url = https://d-1/start/\nsso_region = r\nsso_registration_scopes = a, b ,
[profile old]\nsso_start_url = https://d-1/start\nsso_region = r
[profile new]\nsso_session = work\nsso_start_url = https://d-1/start\nsso_region = r`;
  const { entries, copies } = tokenEntries(portal, parseProfiles(text, ""));
  deepEqual(entries.map(({ key, scopes }) => [key, scopes]), [["work", ["a", "b"]], [
    "https://d-1/start",
    null,
  ]]);
  deepEqual(copies.map(({ key }) => key), ["https://d-1/start"]);
});

const WANTED = [{ name: "a/R", command: ["/kedge", "--credentials", "1/R"] }];
const MARK = "# Written by kedge --aws-profiles";
const NEW = `[profile a/R]\n${MARK}\ncredential_process = /kedge --credentials 1/R\n`;
const EDITS: [name: string, before: string, after: string, what: object][] = [
  ["an empty file", "", NEW, { added: ["a/R"] }],
  ["the end", "[x]\ny=1", `[x]\ny=1\n\n${NEW}`, { added: ["a/R"] }],
  ["the end of a file with a byte order mark", "\ufeff[x]\n", `\ufeff[x]\n\n${NEW}`, { added: ["a/R"] }],
  [
    "its own place",
    "[profile a/R]\n# mine\ncredential_process = /kedge --credentials old\nregion = q\n[x]\n",
    "[profile a/R]\n# mine\ncredential_process = /kedge --credentials 1/R\nregion = q\n[x]\n",
    { changed: ["a/R"] },
  ],
  [
    "the place of a Kedge that has moved",
    `[profile a/R]\r\n${MARK}\r\ncredential_process=/old/kedge --credentials 1/R\r\n[x]`,
    `[profile a/R]\r\n${MARK}\r\ncredential_process = /kedge --credentials 1/R\r\n[x]`,
    { changed: ["a/R"] },
  ],
  ["nothing when it is the same", NEW.slice(0, -1), NEW.slice(0, -1), {}],
  ["lines of Windows", "[x]\r\ny=1\r\n", `[x]\r\ny=1\r\n\r\n${NEW.replaceAll("\n", "\r\n")}`, {
    added: ["a/R"],
  }],
  [
    "its own section where lone line ends came before",
    "[x]\ra = 1\r\r\n[profile a/R]\ncredential_process = /kedge --credentials old\n[profile b]\n" +
    "credential_process = /kedge --credentials b\n",
    "[x]\ra = 1\r\r\n[profile a/R]\ncredential_process = /kedge --credentials 1/R\n[profile b]\n" +
    "credential_process = /kedge --credentials b\n",
    { changed: ["a/R"] },
  ],
  ...[
    ["of the user's", "[profile a/R]\nsso_session = s\n"],
    [
      "of another program with the same flag",
      "[profile a/R]\ncredential_process = /opt/corp/tool --credentials shop\n",
    ],
    [
      "of a program whose name begins alike",
      "[profile a/R]\ncredential_process = /kedge2 --credentials shop\n",
    ],
    [
      "of what has become the user's under the mark",
      `[profile a/R]\n${MARK}\ncredential_process = /bin/mine\n`,
    ],
    [
      "of a setting of several lines",
      "[profile a/R]\ncredential_process = /kedge --credentials old\n  more\n",
    ],
    [
      "of a profile that stands twice",
      `[profile a/R]\ncredential_process = /kedge --credentials 1/R\n[profile "a/R"]\n`,
    ],
    [
      "of a section without one, though the next has",
      "[profile a/R]\rregion = q\r[x]\rcredential_process = /kedge --credentials x\r",
    ],
    ["of a value with separators", "[profile a/R]\ncredential_process = /k\u2028 --credentials x\n"],
  ].map((
    [name, text],
  ): [string, string, string, object] => [`nothing ${name}`, text!, text!, { taken: ["a/R"] }]),
  [
    "the end of a file with two equal headers",
    "[profile x]\n[profile x]\n",
    `[profile x]\n[profile x]\n\n${NEW}`,
    { added: ["a/R"], repeated: ["profile x"] },
  ],
  [
    "nothing of a profile with two equal headers",
    "[profile a/R]\ncredential_process = /kedge --credentials 1/R\n[profile a/R]\n",
    "[profile a/R]\ncredential_process = /kedge --credentials 1/R\n[profile a/R]\n",
    { taken: ["a/R"], repeated: ["profile a/R"] },
  ],
];
for (const [name, before, after, what] of EDITS) {
  Deno.test(`withProfiles() writes at ${name}`, () => {
    const expected = { text: after, added: [], changed: [], taken: [], repeated: [], ...what };
    deepEqual(withProfiles(before, WANTED), expected);
  });
}

Deno.test("withProfiles() writes one profile for two with the same name", () => {
  const other = { ...WANTED[0]!, command: ["/kedge", "--credentials", "2/R"] };
  for (const wanted of [[WANTED[0]!, WANTED[0]!], [WANTED[0]!, other]]) {
    for (const text of ["", NEW]) equal(withProfiles(text, wanted).text, NEW);
  }
});

const BREAKS: [what: string, profile: { name?: string; region?: string; command?: string[] }][] = [
  ["a role with a line end", { name: "a/R\n[default]" }],
  ["a role with a lone line end", { name: "a/R\r[default]" }],
  ["a role with a bracket", { name: "a/R]" }],
  ["a role with a space", { name: "a/R x" }],
  ["a region with a line end", { region: "eu\ncredential_process = /bin/evil" }],
  ["a folder with a line end", {
    command: ["/usr/bin/env", "KEDGE_HOME=/a\nb", "/kedge", "--credentials", "1/R"],
  }],
  ["a folder with a separator", { command: ["/k\u2028", "--credentials", "1/R"] }],
];
for (const [what, broken] of BREAKS) {
  Deno.test(`withProfiles() refuses ${what}`, () => {
    throws(() => withProfiles("", [{ ...WANTED[0]!, ...broken }]), /cannot stand in a file of the AWS CLI/);
  });
}

Deno.test("splitLines() gives the text again, and parseIni() sees the same lines, whatever ends them", () => {
  const pieces = [
    "\r",
    "\n",
    "\r\n",
    "[profile a/R]",
    "credential_process = x",
    "region=q",
    " deep = 1",
    "#",
    "\ufeff",
    "\0",
    "\u2028",
    "\u0085",
  ];
  fc.assert(fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
    const text = parts.join("");
    const lines = splitLines(text);
    equal(lines.map(({ text, end }) => text + end).join(""), text);
    for (const { lineNumbers } of parseIni(text)) {
      for (const [name, at] of lineNumbers) {
        equal(lines[at]!.text.toLowerCase().replace(/^\ufeff/, "").startsWith(name), true);
      }
    }
    const { text: after, added, taken } = withProfiles(text, WANTED);
    equal(after.startsWith(text), true);
    equal(added.length + taken.length, 1);
  }));
});

const ONE = "111111111111", TWO = "222222222222";

Deno.test("writtenProfiles() finds the profiles that Kedge wrote, wherever it was then", () => {
  const text = `[profile a/R]\ncredential_process = /kedge --credentials ${ONE}/R
[profile b/R]\n${MARK}\ncredential_process = /old/kedge --credentials ${TWO}/R
[profile c/R]\ncredential_process = /other --credentials ${ONE}/R
[profile d/R]\ncredential_process = /kedge --credentials old
[profile e/R]\ncredential_process = /kedge --credentials ${ONE}/R\n[profile e/R]\n`;
  deepEqual([...writtenProfiles(text, ["/kedge", "--credentials", ""])], [["a/R", `${ONE}/R`], [
    "b/R",
    `${TWO}/R`,
  ]]);
});

const COMMANDS: [line: string, words: string[] | null][] = [
  ["/a b c", ["/a", "b", "c"]],
  [`  "/a b"   'c d'`, ["/a b", "c d"]],
  [`/a "x\\"y" z\\ w`, ["/a", 'x"y', "z w"]],
  [`/a "" '\\'`, ["/a", "", "\\"]],
  [`/a; rm -rf $HOME | b`, ["/a;", "rm", "-rf", "$HOME", "|", "b"]],
  [`/a "open`, null],
  ["", []],
];
for (const [line, words] of COMMANDS) {
  Deno.test(`splitCommand() splits ${line}`, () => deepEqual(splitCommand(line, false), words));
}

Deno.test("commandLine() is split again into the same words", () => {
  for (
    const words of [["/a", "b"], ["/Program Files/k", "x y", 'q"q'], ["/a", "--credentials", "1/R+=,.@-"]]
  ) {
    deepEqual(splitCommand(commandLine(words), false), words);
  }
});

const HIDDEN = { AWS_CONFIG_FILE: "/nonexistent/kedge", AWS_SHARED_CREDENTIALS_FILE: "/nonexistent/kedge" };
const ENVIRONMENTS: readonly (readonly [
  what: string,
  env: Record<string, string>,
  shown: Record<string, string>,
])[] = [
  ["nothing is hidden", { AWS_CONFIG_FILE: "/mine", A: "1" }, { AWS_CONFIG_FILE: "/mine", A: "1" }],
  ["the usual files are hidden", { ...HIDDEN, KEDGE_AWS_CONFIG_FILE: "", A: "1" }, {
    KEDGE_AWS_CONFIG_FILE: "",
    A: "1",
  }],
  ["a file of the user's is hidden", { ...HIDDEN, KEDGE_AWS_CONFIG_FILE: "/mine" }, {
    AWS_CONFIG_FILE: "/mine",
    KEDGE_AWS_CONFIG_FILE: "/mine",
  }],
  ["the user names a file again", { AWS_CONFIG_FILE: "/new", KEDGE_AWS_CONFIG_FILE: "/mine" }, {
    AWS_CONFIG_FILE: "/new",
    KEDGE_AWS_CONFIG_FILE: "/mine",
  }],
];
for (const [what, env, shown] of ENVIRONMENTS) {
  Deno.test(`withUserFiles() names the user's files when ${what}`, () =>
    deepEqual(withUserFiles(env), shown));
}
