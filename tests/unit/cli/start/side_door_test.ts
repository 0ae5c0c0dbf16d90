/**
 * Questions that the running Kedge asks the gate about commands of agents, which the kernel
 * identifies by a real process.
 */
import { deepEqual, equal } from "node:assert/strict";
import { WHO } from "../../../../src/cli/agents/who.ts";
import { createSideDoor } from "../../../../src/cli/start/side_door.ts";
import type { App } from "../../../../src/core/app/app.ts";
import { fixedRows, type RowSource } from "../../../../src/core/resources/rows.ts";
import { emptyState } from "../../../support/pages/state.ts";
import { testOn } from "../../../support/systems.ts";

const { signal } = new AbortController();
const CLAUDE = { CLAUDECODE: "1" };

/** Runs `work` with a waiting shell that has this environment. */
async function caller(
  env: Record<string, string>,
  work: (pid: number) => Promise<void>,
): Promise<void> {
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", "echo; read line"],
    env: { PATH: "/bin", ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  try {
    // The system reports its environment once it runs.
    const reader = child.stdout.getReader();
    await reader.read();
    await reader.cancel();
    await work(child.pid);
  } finally {
    await child.stdin.close();
    await child.status;
  }
}

/** Defines a test in which this process's child is an agent. */
function byAgent(name: string, work: (pid: number) => Promise<void>): void {
  testOn(["proc", "shell"], name, () => caller(CLAUDE, work));
}

/** Returns the question about a command of an agent. */
const question = (command: string, thing: unknown, write = false) => ({ agent: "x", command, thing, write });

/**
 * Returns a side door whose gate gives this answer, and the questions to the gate. Until `ready`
 * the gate is off, as while Kedge starts.
 */
function door(
  allowed: boolean,
  on = true,
  roles: RowSource<string> = fixedRows([]),
  accounts: readonly { readonly accountId: string; readonly name: string }[] = [],
  ready = Promise.resolve(),
  patience?: number,
) {
  const asked: unknown[] = [], told: unknown[] = [];
  let started = false;
  void ready.then(() => started = true);
  const gate = {
    on: () => started && on,
    ask: (_: unknown, thing: unknown, doing: string, signal: AbortSignal) => {
      if (signal.aborted) return Promise.resolve({ allowed: false, error: "It was stopped.", hint: "" });
      asked.push([thing, doing]);
      return Promise.resolve(allowed ? { allowed, thing: "its key" } : { allowed, error: "no", hint: "" });
    },
    refuse: (_: unknown, thing: unknown, doing: string) => told.push([thing, doing]),
  };
  const store = { get: () => ({ ...emptyState(), accounts }) };
  const queries = { accountRoles: () => roles };
  const app = { gate, store, queries } as unknown as Pick<App, "gate" | "store" | "queries">;
  return { asked, told, door: createSideDoor(() => app, ready, patience) };
}

/** Returns a side door of a Kedge that has started. */
async function startedDoor(allowed: boolean, on = true) {
  const made = door(allowed, on);
  await Promise.resolve();
  return made;
}

const account = { kind: "account", account: "123456789012", role: "Reader" };
const server = { kind: "server", name: "shop" };

const ASKED: readonly (readonly [command: string, thing: unknown, asked: unknown])[] = [
  ["query", server, [server, "read with SQL"]],
  // A grant covers everything that agents may read of the server.
  ["ask", server, [server, "read with SQL"]],
  ["tunnel", server, [{ ...server, raw: true }, "open a port that leads there"]],
  ["secrets", account, [account, "list names of secrets"]],
  ["logs", account, [account, "read its logs"]],
  ["secret", account, [{ ...account, raw: true }, "read the value of a secret"]],
  ["exec", account, [{ ...account, raw: true }, "run commands with its credentials"]],
];
for (const [command, thing, said] of ASKED) {
  byAgent(`ask() asks the gate about ${command} of an agent, and does as it says`, async (pid) => {
    for (const allowed of [true, false]) {
      const { door: { ask }, asked } = door(allowed);
      const verdict = await ask(question(command, thing), [pid]);
      const no = { allowed: false, error: "no", hint: "" };
      deepEqual(verdict, allowed ? { allowed, granted: "its key" } : no);
      deepEqual(asked, [said]);
    }
  });
}

byAgent("ask() has words for every command that a grant is for", async (pid) => {
  const things: Readonly<Record<string, unknown>> = { account, server };
  for (const [command, who] of Object.entries(WHO).filter(([, who]) => who in things)) {
    const { door: { ask }, asked } = door(true);
    await ask(question(command, things[who]), [pid]);
    equal(asked.length, 1, command);
  }
});

const NOBODY = { ...account, account: "nobody" };
/** Answers given without a question, and what the page and the log show. */
const UNASKED: readonly [
  what: string,
  env: Record<string, string>,
  asks: unknown,
  allowed: boolean,
  told?: readonly [thing: unknown, doing: string],
][] = [
  ["a person", {}, question("query", server), true],
  ["an agent that writes", CLAUDE, question("query", server, true), false, [server, "write with SQL"]],
  ["an agent that installs", CLAUDE, question("install", null), false, [null, "use the command install"]],
  [
    "an agent that names no account",
    CLAUDE,
    question("exec", NOBODY),
    false,
    [null, "run commands with its credentials"],
  ],
  ["an agent that runs an action", CLAUDE, question("run", null), false, [null, "run an action"]],
  ["a question of another form", CLAUDE, { command: "query" }, false],
];
for (const [what, env, asks, allowed, tells] of UNASKED) {
  testOn(["proc", "shell"], `ask() ${allowed ? "lets" : "refuses"} ${what} without a question`, async () => {
    await caller(env, async (pid) => {
      const { door: { ask }, asked, told } = door(true);
      equal((await ask(asks, [pid]) as { allowed: boolean }).allowed, allowed);
      deepEqual([asked, told], [[], tells ? [tells] : []]);
    });
  });
}

/**
 * Accounts with the same name, and the answer to an agent that uses this name; null if the account
 * is clear.
 */
const CALLED: readonly (readonly [accounts: readonly string[], told: readonly string[] | null])[] = [
  [[], ["Kedge knows no account “Shop”", "See: kedge --accounts"]],
  [["123456789012"], null],
  [["123456789012", "210987654321"], [
    "several accounts are called “Shop”",
    "Name one by its number: 123456789012, 210987654321",
  ]],
];
for (const [ids, told] of CALLED) {
  byAgent(
    `ask() ${told === null ? "finds" : "refuses"} an account by its name when ${ids.length} are called so`,
    async (pid) => {
      const accounts = ids.map((accountId) => ({ accountId, name: "shop" }));
      const { door: { ask }, asked } = door(true, true, fixedRows([]), accounts);
      const thing = { ...account, account: "Shop" };
      const verdict = await ask(question("secrets", thing), [pid]);
      const [error, hint] = told ?? [];
      deepEqual(verdict, told ? { allowed: false, error, hint } : { allowed: true, granted: "its key" });
      deepEqual(asked, told ? [] : [[account, "list names of secrets"]]);
    },
  );
}

const SIGNED_OUT: RowSource<string> = {
  read: () => ({ ok: false, error: "You are not signed in.", hint: "Sign in." }),
  subscribe: () => () => {},
};
/**
 * Roles of an account, and the answer to an agent that names none; null if the gate is asked about
 * no role.
 */
const ROLES: readonly (readonly [what: string, roles: RowSource<string>, hint: string | null])[] = [
  ["one role", fixedRows(["Reader"]), "there is: Reader"],
  ["several roles", fixedRows(["Admin", "Reader"]), "there is: Admin, Reader"],
  ["roles that nobody can tell", SIGNED_OUT, "Sign in."],
  ["no known role", fixedRows([]), null],
];
for (const [what, roles, hint] of ROLES) {
  byAgent(
    `ask() ${hint === null ? "asks for" : "refuses"} an agent that names no role in an account with ${what}`,
    async (pid) => {
      const { door: { ask, refusesCredentials }, asked, told } = door(true, true, roles);
      const thing = { ...account, role: "" };
      const verdict = await ask(question("secrets", thing), [pid]);
      const refused = await refusesCredentials({ account: account.account, role: "" }, [pid], signal);
      if (hint === null) {
        deepEqual(verdict, { allowed: true, granted: "its key" });
        deepEqual(refused, { granted: "its key" });
        deepEqual(asked, [[thing, "list names of secrets"], [
          { ...thing, raw: true },
          "use its credentials",
        ]]);
      } else {
        equal((verdict as { hint: string }).hint.endsWith(hint), true);
        equal((refused as { hint: string }).hint.endsWith(hint), true);
        deepEqual([asked, told], [[], [
          [thing, "list names of secrets"],
          [{ ...thing, raw: true }, "use its credentials"],
        ]]);
      }
    },
  );
}

byAgent(
  "ask() waits for the saved state when Kedge starts, refusesCredentials() leaves it to the command",
  async (pid) => {
    const ready = Promise.withResolvers<void>();
    const { door: { ask, refusesCredentials }, asked } = door(
      false,
      true,
      undefined,
      undefined,
      ready.promise,
    );
    const target = { account: "123456789012", role: "Reader" };
    const verdict = ask(question("exec", account), [pid]);
    equal(await refusesCredentials(target, [pid], signal), "untold");
    deepEqual(asked, []);
    ready.resolve();
    deepEqual(await verdict, { allowed: false, error: "no", hint: "" });
    deepEqual(await refusesCredentials(target, [pid], signal), { error: "no", hint: "" });
    equal(asked.length, 2);
  },
);

Deno.test("ask() answers within the caller's limit when the start takes longer", async () => {
  const { door: { ask }, asked } = door(true, true, undefined, undefined, new Promise(() => {}), 1);
  const verdict = await ask(question("exec", account), []);
  deepEqual([verdict, asked], [{ allowed: false, error: "Kedge still starts", hint: "Try again." }, []]);
});

byAgent("refusesCredentials() asks nothing when the caller's limit is over", async (pid) => {
  const { door: { refusesCredentials }, asked } = await startedDoor(true);
  const target = { account: "123456789012", role: "Reader" };
  const refused = await refusesCredentials(target, [pid], AbortSignal.abort());
  deepEqual([(refused as { error: string }).error, asked], [
    "nobody answered Kedge's question whether this may be done",
    [],
  ]);
});

testOn(["proc", "shell"], "refusesCredentials() asks only about agents, and each time again", async () => {
  await caller(CLAUDE, async (pid) => {
    const { door: { refusesCredentials }, asked } = await startedDoor(false);
    const target = { account: "123456789012", role: "Reader" };
    deepEqual(await refusesCredentials(target, [pid], signal), { error: "no", hint: "" });
    deepEqual(await refusesCredentials(target, [pid], signal), { error: "no", hint: "" });
    equal(asked.length, 2);
    equal(await (await startedDoor(false, false)).door.refusesCredentials(target, [pid], signal), null);
  });
  await caller({}, async (pid) => {
    const target = { account: "123456789012", role: "Reader" };
    equal(await (await startedDoor(false)).door.refusesCredentials(target, [pid], signal), null);
  });
});

Deno.test("refusesCredentials() leaves it to the command where the system does not tell who calls", async () => {
  const target = { account: "123456789012", role: "Reader" };
  equal(await (await startedDoor(true)).door.refusesCredentials(target, [], signal), "untold");
  equal(await (await startedDoor(true, false)).door.refusesCredentials(target, [], signal), null);
});

Deno.test("ask() takes the command's own word where the system does not tell who calls", async () => {
  const { door: { ask }, asked } = door(false);
  const verdict = await ask({ agent: "Codex", command: "query", thing: server, write: false }, []);
  deepEqual([(verdict as { allowed: boolean }).allowed, asked], [false, [[server, "read with SQL"]]]);
});
