import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { otherHomeFault, scopeOf, statementOf } from "../../../../src/cli/agents/side_door.ts";
import { keptFromReaders } from "../../../support/file_in_use.ts";
import { type Need, testOn } from "../../../support/systems.ts";
import { type Args, parseCommandLine } from "../../../../src/cli/args.ts";
import { MAX_STATEMENT_LENGTH, readVerdict } from "../../../../src/cli/agents/verdict.ts";
import { WHO, whoMay } from "../../../../src/cli/agents/who.ts";

/** The user's own state, the home in the environment, and whether an agent may use it. */
const CASES: readonly (readonly [what: string, state: string | null, home: string, allowed: boolean])[] = [
  ["the own home", '{"gate": {"on": true}}', ".kedge", true],
  ["a link to the own home", '{"gate": {"on": true}}', "link", true],
  ["another home while the own gate is on", '{"gate": {"on": true}}', "other", false],
  ["a home that is not there yet", '{"gate": {"on": true}}', "none", false],
  ["another home while the own gate is off", '{"gate": {"on": false}}', "other", true],
  ["another home of who has no own one", null, "other", true],
];

/** Features of the system that a home needs. */
const NEEDS: Readonly<Record<string, readonly Need[]>> = { link: ["links"] };

for (const [what, state, home, allowed] of CASES) {
  const needs = NEEDS[home] ?? [];
  testOn(
    [...needs],
    `otherHomeFault() ${allowed ? "lets an agent use" : "refuses an agent"} ${what}`,
    async () => {
      const user = await Deno.makeTempDir();
      try {
        await Deno.mkdir(join(user, "other"));
        if (state !== null) {
          await Deno.mkdir(join(user, ".kedge"), { mode: 0o700 });
          await Deno.writeTextFile(join(user, ".kedge", "state.json"), state, { mode: 0o600 });
          if (home === "link") await Deno.symlink(".kedge", join(user, "link"));
        }
        const fault = await otherHomeFault(join(user, home), "Codex", user);
        equal(fault === null, allowed);
        if (fault) match(fault.error, /Codex calls this with another home/);
      } finally {
        await Deno.remove(user, { recursive: true });
      }
    },
  );
}

Deno.test("otherHomeFault() refuses an agent another home while the state of the own one cannot be read", async () => {
  const user = await Deno.makeTempDir();
  try {
    const state = join(user, ".kedge", "state.json");
    await Deno.mkdir(join(user, ".kedge"), { mode: 0o700 });
    await Deno.writeTextFile(state, '{"gate": {"on": false}}', { mode: 0o600 });
    using _ = keptFromReaders(state);
    match((await otherHomeFault(join(user, "other"), "Codex", user))!.error, /another home/);
  } finally {
    await Deno.remove(user, { recursive: true });
  }
});

/**
 * Compares the table of commands and their users with the commands that the command line accepts.
 */

Deno.test("every command of the command line has a row that says who may use it", async () => {
  const text = await Deno.readTextFile(new URL("../../../../src/cli/args.ts", import.meta.url));
  const table = /const COMMANDS = \{([^}]*)\}/.exec(text)![1]!;
  const commands = [...table.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, name]) => name!);
  equal(commands.length > 20, true);
  deepEqual(Object.keys(WHO).sort(), [...commands, "start"].sort());
});

Deno.test("what hands out credentials, values, logins or a person's trust is for no agent without a question", () => {
  const asked = Object.entries(WHO).filter(([, who]) => who !== "anyone").map(([command]) => command).sort();
  for (
    const command of [
      ...["credentials", "exec", "exports", "console", "secret", "secrets", "databases", "terminal"],
      ...["query", "ask", "tunnel", "run", "install", "dev", "import", "aws-profiles"],
    ]
  ) equal(asked.includes(command), true, command);
});

const THINGS: readonly (readonly [line: readonly string[], thing: unknown])[] = [
  [["--query", "shop", "SELECT 1"], { kind: "server", name: "shop" }],
  [["--tunnel", "shop"], { kind: "server", name: "shop" }],
  [["--tunnel", "123456789012/Reader/orders"], { kind: "account", account: "123456789012", role: "Reader" }],
  [["--tunnel", "prod//orders"], { kind: "account", account: "prod", role: "" }],
  [["--tunnel", "eu/prod/orders"], { kind: "server", name: "eu/prod/orders" }],
  [["--credentials", "123456789012/Reader"], { kind: "account", account: "123456789012", role: "Reader" }],
  [["--exec", "prod", "--", "true"], { kind: "account", account: "prod", role: "" }],
  [["--run", "toolbox/passphrase"], null],
  [["--install", "x.kedgeext"], null],
];
for (const [line, thing] of THINGS) {
  Deno.test(`scopeOf() is ${JSON.stringify(thing)} of ${line.join(" ")}`, () => {
    deepEqual(scopeOf(parseCommandLine(line) as Args, [{ name: "eu/prod/orders" }]), thing);
  });
}

/**
 * An answer of the running Kedge, and the key of the granted scope; null: the gate does not apply,
 * undefined: refused.
 */
const VERDICTS: readonly (readonly [answer: unknown, granted: string | null | undefined])[] = [
  [{ allowed: true }, null],
  [{ allowed: true, granted: "shop" }, "shop"],
  // An older Kedge does not report the granted scope.
  [{ allowed: true, granted: true }, undefined],
  [{ granted: "shop" }, undefined],
  [{ allowed: false, error: "no", hint: "ask" }, undefined],
  [{ allowed: "true" }, undefined],
  [{}, undefined],
  [null, undefined],
];
for (const [answer, granted] of VERDICTS) {
  Deno.test(`readVerdict() ${granted === undefined ? "refuses" : "allows"} ${JSON.stringify(answer)}`, () => {
    const verdict = readVerdict(answer, "Codex");
    equal(typeof verdict === "object" && verdict !== null ? undefined : verdict, granted);
  });
}

Deno.test("whoMay() keeps an agent from setting its own client up, and not from the gate", () => {
  const of = (...line: string[]) => whoMay(parseCommandLine(line) as Args);
  deepEqual(
    [of("--mcp"), of("--mcp", "--log"), of("--mcp", "--setup", "claude"), of("--mcp", "--setup")],
    ["anyone", "anyone", "person", "person"],
  );
});

/** Texts that a long statement is cut in, and the secret that must not reach the log. */
const CUT: readonly (readonly [what: string, end: string, secret: RegExp])[] = [
  ["an address with a password", "'postgres://ada:hunter2-and-more@db.example/x'", /hunter2/],
  ["a secret key of AWS", `'${"wJalrXUtnFEMI/K7MDENG/".padEnd(40, "x")}'`, /wJalr/],
];
for (const [what, end, secret] of CUT) {
  Deno.test(`statementOf() gives no part of a secret when it is cut within ${what}`, () => {
    for (let cut = 0; cut < end.length; cut++) {
      const select = "select ".padEnd(MAX_STATEMENT_LENGTH - cut - 1, "1, ") + " ";
      const { statement } = statementOf({ command: "query", operands: ["orders", `${select}${end} from t`] });
      doesNotMatch(statement!, secret);
      match(statement!, /^select 1, .*…$/);
    }
  });
}
