import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { Prompter } from "../../../../src/cli/run/prompt.ts";
import { terminalLogin } from "../../../../src/cli/run/login.ts";
import { memoryKeychain } from "../../../support/memory_keychain.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { keychainItem, loginSecret } from "../../../../src/core/sql/login/login.ts";
import { createStatusLine } from "../../../../src/cli/run/status_line.ts";
import { growsInLine } from "../../../support/growth.ts";
import { htmlText, progressBar, terminalText } from "../../../../src/cli/run/text.ts";
import { widthOf } from "../../../../src/cli/width.ts";
import type { AccountDocument } from "../../../../src/core/accounts/mod.ts";
import { askAccount } from "../../../../src/cli/run/account.ts";

const SERVER = { name: "shop", engine: "postgres", host: "db.new", port: 5432, tls: true } as const;
const { signal } = new AbortController();
const NOBODY = { interactive: false } as Prompter;
const login = (password: string) => ({ user: "ada", password: new Secret(password) });

/** An interactive terminal that fails when it is asked anything. */
const SOMEBODY: Prompter = {
  interactive: true,
  line: () => Promise.reject(new Error("asked")),
  secret: () => Promise.reject(new Error("asked")),
  above: (print) => print(),
  ended: () => false,
  onInterrupt: () => {},
  close: () => {},
};
const NOWHERE: readonly (readonly [what: string, place: { host: string; port: number }, kind: string])[] = [
  ["nothing listens there", { host: "127.0.0.1", port: 1 }, "refused"],
  ["its host is unknown", { host: "no-such.invalid", port: 5432 }, "dns"],
];
for (const [what, place, kind] of NOWHERE) {
  Deno.test(`terminalLogin() asks no question about a server when ${what}`, async () => {
    const ask = terminalLogin(SOMEBODY, false, { keychain: memoryKeychain() });
    await rejects(ask({ ...SERVER, ...place }, undefined, signal), { name: "LoginError", kind });
    // Without a user the message names the alternative.
    const quiet = terminalLogin(SOMEBODY, true, { keychain: memoryKeychain() });
    await rejects(quiet({ ...SERVER, ...place }, undefined, signal), /no login is saved/);
  });
}

const CASES: readonly [what: string, host: string | null, given: boolean, expected: string | RegExp][] = [
  ["one is saved for this host", "db.new", true, "saved"],
  ["one is saved for another host and a script gives one", "db.old", true, "given"],
  ["one is saved for another host and nobody gives one", "db.old", false, /saved for db\.old/],
  ["none is saved and a script gives one", null, true, "given"],
];
for (const [what, host, given, expected] of CASES) {
  Deno.test(`terminalLogin() gives the right login when ${what}`, async () => {
    const keychain = memoryKeychain();
    const { account, label } = keychainItem("shop");
    if (host) await keychain.set(account, label, loginSecret(login("saved"), host));
    const ask = terminalLogin(NOBODY, false, { given: given ? login("given") : null, keychain });
    const asked = ask(SERVER, undefined, signal);
    if (typeof expected !== "string") return await rejects(asked, expected);
    equal((await asked)!.password.open(), expected);
    // A refused login is not tried again.
    await rejects(ask(SERVER, "Wrong", signal), /Wrong/);
  });
}

function stage() {
  const put: string[] = [];
  return { put, line: createStatusLine((text) => put.push(text)) };
}
const GONE = "\r\x1b[K";

Deno.test("createStatusLine() stays below the printed lines", () => {
  const { put, line } = stage();
  line.set("10 %");
  line.above(() => put.push("one\n"));
  line.set(null);
  line.above(() => put.push("two\n"));
  deepEqual(put, ["10 %", GONE, "one\n", "10 %", GONE, "two\n"]);
});

Deno.test("createStatusLine() draws nothing while something is asked, and afterwards what holds then", async () => {
  const { put, line } = stage();
  line.set("10 %");
  await line.away(async () => {
    put.push("Name: ");
    line.set("20 %");
    line.above(() => put.push("log\n"));
    equal(line.isAway, true);
    await Promise.resolve();
    line.set("30 %");
  });
  equal(line.isAway, false);
  deepEqual(put, ["10 %", GONE, "Name: ", "log\n", "30 %"]);
});

Deno.test("createStatusLine() stays away after a question in which it was ended", async () => {
  const { put, line } = stage();
  line.set("10 %");
  await line.away(() => Promise.resolve(line.set(null)));
  deepEqual(put, ["10 %", GONE]);
});

const texts: [text: string, colors: boolean, shown: string][] = [
  ["plain\ttext\nline", false, "plain\ttext\nline"],
  ["\x1b[31mred\x1b[0m", true, "\x1b[31mred\x1b[0m\x1b[0m"],
  ["\x1b[31mred\x1b[0m", false, "red"],
  ["\x1b]52;c;aGk=\x07clipboard", true, "clipboard"],
  ["\x1b]0;title\x1b\\x", false, "x"],
  ["\x1b[2J\x1b[1;1Hgone", true, "gone"],
  ["a\rb\x08c\x07", false, "abc"],
  ["\u202egnp", false, "gnp"],
];
for (const [text, colors, shown] of texts) {
  Deno.test(`terminalText() shows ${JSON.stringify(text)} as ${JSON.stringify(shown)}`, () => {
    equal(terminalText(text, colors), shown);
  });
}

const reports: [html: string, text: string][] = [
  ["<h1>Costs</h1><p>a &lt; b &amp;&amp; c</p>", "Costs\n\na < b && c"],
  ["<ul><li>one<li>two</ul>", "- one\n- two"],
  ["<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>", "a\t1\n\nb\t2"],
  ["<style>p{}</style><script>alert(1)</script>x", "x"],
  ["a<!-- <b> -->b<STYLE>p{}</STYLE >c<!-- d", "abc"],
  ["<header>seen</header><head><title>x</title></head>y", "seen\ny"],
  ["&#233;&#xe9;&nbsp;&unknown;&#1114112;", "éé &unknown;\ufffd"],
];
for (const [html, text] of reports) {
  Deno.test(`htmlText() reads ${html}`, () => equal(htmlText(html), text));
}

Deno.test("progressBar() shows how far a run is, when that is known", () => {
  const progress = { title: "Copy", label: "a\nb", cancelable: false };
  equal(
    progressBar({ ...progress, fraction: 0.5 }, 80),
    `[${"#".repeat(15)}${"-".repeat(15)}]  50 % Copy: a b`,
  );
  equal(progressBar({ ...progress, fraction: null }, 80), "Copy: a b …");
});

Deno.test("progressBar() stays on its line, however narrow the terminal is", () => {
  for (const label of ["shelf ".repeat(20), "棚".repeat(60)]) {
    for (const columns of [20, 30, 39, 40, 69, 70, 80, 200]) {
      for (const fraction of [null, 0, 0.5, 1]) {
        const width = widthOf(progressBar({ title: "Copy", label, cancelable: false, fraction }, columns));
        ok(width < columns, `${columns}: ${width}`);
      }
    }
  }
});

for (const part of ["<", "<!--", "<style>", "<p ", "<td>", "</td> ", "&#1"]) {
  Deno.test(`htmlText() takes time in line with ${part} without end`, () =>
    growsInLine(1_000_000, (length) => part.repeat(Math.floor(length / part.length)), htmlText));
}

const never = new AbortController().signal;
const account = (accountId: string, parts: Partial<AccountDocument> = {}): AccountDocument => ({
  accountId,
  env: null,
  configured: false,
  roles: [],
  ...parts,
});
const [SHOP, STAGE, BOX] = ["111111111111", "222222222222", "333333333333"] as const;
const ALL = [
  account(SHOP, { name: "shop-production", env: "prd", region: "eu-west-1" }),
  account(STAGE, { name: "shop-staging", env: "stg", email: "ops@example.com" }),
  account(BOX),
];
const ROLES: Readonly<Record<string, readonly string[]>> = { [SHOP]: ["Reader", "Admin"] };

async function ask(typed: readonly string[], parts: object = {}, all: readonly AccountDocument[] = ALL) {
  const left = [...typed], said: string[] = [];
  const answer = await askAccount(
    { extensionName: "Shop", actionLabel: "Deploy", roles: [], ...parts },
    {
      accounts: () => Promise.resolve(all),
      roles: (account) => Promise.resolve(ROLES[account] ?? []),
    },
    {
      line: (question) => Promise.resolve((said.push(question), left.shift() ?? null)),
      say: (text) => said.push(text),
    },
    never,
  );
  return { answer, said: said.join("\n") };
}

const in_ = (account: string, role: string, region = "eu-1", remember = false) => ({
  account,
  role,
  region,
  remember,
});
const READER = in_(SHOP, "Reader", "eu-west-1"), USUAL = { usualRegion: "eu-3" };
const OFFERED = { account: SHOP, roles: ["Admin", "Reader"] };
const UNKNOWN = "444444444444";
const ANSWERS: readonly [what: string, typed: string[], answer: unknown, parts?: object][] = [
  ["a number, and Enter for the role used last and the usual region", ["1", "", "", ""], READER],
  ["a part of a name, a role by its number", ["prod", "2", "eu-2", "y"], in_(SHOP, "Admin", "eu-2", true)],
  ["an environment", ["stg", "", "eu-1", ""], in_(STAGE, "")],
  ["Enter for the account's own region, whatever is usual", ["1", "", "", ""], READER, USUAL],
  ["Enter for the usual region where the account has none", ["2", "", "", ""], in_(STAGE, "", "eu-3"), USUAL],
  ["an email", ["ops@", "Own", "eu-1", ""], in_(STAGE, "Own")],
  ["12 digits that nobody knows", [UNKNOWN, "R", "eu-1", "yes"], in_(UNKNOWN, "R", "eu-1", true)],
  ["what fits several, then a number of those", ["shop", "2", "", "eu-1", ""], in_(STAGE, "")],
  ["what fits none, then a number", ["xyzzy", "3", "R", "eu-1", ""], in_(BOX, "R")],
  ["only the role, one of those that a run offers", ["", "", ""], READER, OFFERED],
  [
    "a number of the list of roles, not one behind it",
    ["1", "3", "0", "2", "", ""],
    in_(SHOP, "Admin", "eu-west-1"),
  ],
  ["nothing at all", [], null],
  ["nothing for the role", ["1"], null],
];
for (const [what, typed, expected, parts] of ANSWERS) {
  Deno.test(`askAccount() takes ${what}`, async () => {
    deepEqual((await ask(typed, parts)).answer, expected);
  });
}

Deno.test("askAccount() shows environment, name and number, and how many more there are", async () => {
  const many = Array.from(
    { length: 25 },
    (_, i) => account(String(100_000_000_000 + i), { name: `team-${i}` }),
  );
  const { said } = await ask(["1"], {}, [...ALL, ...many]);
  match(
    said,
    /^ +1\) \[prd\] shop-production 1111 1111 1111\n +2\) \[stg\] shop-staging 2222 2222 2222\n +3\) 3333/,
  );
  match(said, /\n +20\) .*\n {2}and 8 more: type a part of a name\n/);
});

Deno.test("askAccount() asks for the number where nothing is known", async () => {
  const { said } = await ask([SHOP, "", "eu-1", ""], {}, []);
  match(said, /^Account id: $/m);
});

Deno.test("askAccount() shows the email of an account without a name, by which it is found", async () => {
  const legacy = account(UNKNOWN, { email: "aws+legacy@example.com" });
  const { said, answer } = await ask(["legacy", "", "eu-1", ""], {}, [...ALL, legacy]);
  match(said, /^ +4\) 4444 4444 4444 aws\+legacy@example\.com$/m);
  match(said, /^ +2\) \[stg\] shop-staging 2222 2222 2222$/m);
  deepEqual(answer, in_(UNKNOWN, ""));
});
