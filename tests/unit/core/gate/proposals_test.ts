import assert from "node:assert/strict";
import {
  MAX_OF_ONE,
  nextStep,
  progress,
  proposalFault,
  sameProposal,
  toldEnd,
  withProposal,
} from "../../../../src/core/gate/proposals.ts";
import { proposableFault, proposedStatement } from "../../../../src/core/gate/write_text.ts";
import type { AgentIdentity, ProposalState, ProposalStatus } from "../../../../src/core/state/agents.ts";
import type { ResultState, TabState } from "../../../../src/core/state/query_window.ts";

const who: AgentIdentity = {
  program: "/usr/bin/agent",
  digest: "a".repeat(64),
  folder: "/work",
  parents: [],
};
const SQL = "update t set a = 1";
const proposal = (parts: Partial<ProposalState> = {}): ProposalState => ({
  id: crypto.randomUUID(),
  who,
  thing: { kind: "server", name: "shop", at: "postgres db:5432" },
  env: null,
  sql: SQL,
  reason: "because",
  at: 0,
  status: "waiting",
  ...parts,
});

Deno.test("sameProposal() finds the same text of the same agent while it waits", () => {
  const one = proposal();
  assert.equal(sameProposal([one], proposal())?.id, one.id);
  assert.equal(sameProposal([one], proposal({ sql: `${SQL} where n = 2` })), undefined);
  assert.equal(sameProposal([one], proposal({ who: { ...who, folder: "/other" } })), undefined);
  assert.equal(sameProposal([{ ...one, status: "committed" }], proposal()), undefined);
});

Deno.test("proposalFault() bounds what waits of one agent and of all, and ended ones go", () => {
  const mine = Array.from({ length: MAX_OF_ONE }, () => proposal());
  assert.match(proposalFault(mine, proposal())!.message, /^20 proposals of yours/);
  const others = Array.from({ length: 100 }, (_, n) => proposal({ who: { ...who, folder: `/${n}` } }));
  assert.match(proposalFault(others, proposal())!.message, /^100 proposals wait/);
  assert.equal(proposalFault(mine.slice(1), proposal()), null);
  const ended = Array.from({ length: 1000 }, () => proposal({ status: "dismissed" }));
  assert.equal(withProposal(ended, proposal()).length, 201);
});

const result = (parts: Partial<ResultState>): ResultState => ({
  ...{ id: "r", title: "", kind: "rows", status: "done", startedAt: 0, columns: 0, rows: 0, notices: [] },
  ...parts,
} as ResultState);
const tab = (results: ResultState[], parts: Partial<TabState> = {}): TabState => ({
  ...{ id: "t", title: "", writing: true, link: { status: "open", backslash: null }, run: null },
  ...{ results, dropped: 0, hold: null, transaction: null, ask: null, export: null },
  ...parts,
} as TabState);

const COMES: readonly (readonly [
  what: string,
  tab: TabState | null | undefined,
  text: string,
  status: ProposalStatus | undefined,
])[] = [
  ["nothing has run", tab([]), "", undefined],
  ["its plan was asked for", tab([result({ kind: "plan" })]), SQL, undefined],
  [
    "its plan was asked for after it was rolled back",
    tab([result({ end: "rolled-back" }), result({ kind: "plan" })]),
    SQL,
    "rolled back",
  ],
  ["it runs", tab([result({ status: "running" })]), SQL, "opened"],
  [
    "it is held",
    tab([result({ status: "running" })], { hold: { result: "r" } as TabState["hold"] }),
    SQL,
    "held",
  ],
  ["it was committed", tab([result({ end: "committed", affected: 3 })]), `${SQL};\n`, "committed"],
  ["spaces stood around it", tab([result({ end: "committed" })]), `\t\n${SQL} ;; \t\r\n;`, "committed"],
  [
    "a text with many spaces ran",
    tab([result({ end: "committed" })]),
    `a${" ".repeat(1_000_000)}b`,
    "opened",
  ],
  ["it was rolled back", tab([result({ end: "rolled-back", status: "stopped" })]), SQL, "rolled back"],
  ["the answer to its COMMIT was lost", tab([result({ end: "unknown", status: "failed" })]), SQL, "unknown"],
  ["the server refused it", tab([result({ end: "refused", status: "failed" })]), SQL, "failed"],
  ["it failed", tab([result({ status: "failed" })]), SQL, "failed"],
  ["it counted at once", tab([result({})]), SQL, "committed"],
  ["another text was committed", tab([result({ end: "committed" })]), "delete from t", "opened"],
  ["its tab was closed", undefined, "", "dismissed"],
  ["its window was closed", null, "", "opened"],
];
for (const [what, state, text, status] of COMES) {
  Deno.test(`progress() tells ${status ?? "nothing new"} when ${what}`, () => {
    assert.equal(progress({ sql: SQL, status: "opened" }, state, () => text)?.status, status);
  });
}

const OTHER = "delete from t";
/** Messages when another text ran in the proposal's tab, and after that tab was closed. */
const INSTEAD: readonly (readonly [end: ResultState["end"], ran: string, closed: string])[] = [
  ["committed", "it was committed", "Another text ran in its tab: it was committed. Its tab was closed."],
  [
    "unknown",
    "nobody knows whether it was committed",
    "Another text ran in its tab: nobody knows whether it was committed. Its tab was closed.",
  ],
  ["rolled-back", "it was rolled back", "Its tab was closed before it ran."],
  ["refused", "it was refused", "Its tab was closed before it ran."],
];
for (const [end, ran, closed] of INSTEAD) {
  Deno.test(`progress() tells how another text ended, and no words of the server, when ${ran}`, () => {
    const state = tab([result({ end: end!, message: "duplicate key 7" })]);
    const first = progress({ sql: SQL, status: "opened" }, state, () => OTHER)!;
    assert.deepEqual([first.status, first.outcome], ["opened", `Another text ran in its tab: ${ran}.`]);
    const last = progress({ sql: SQL, ...first }, undefined, () => null)!;
    assert.deepEqual([last.status, last.outcome], ["dismissed", closed]);
  });
}

Deno.test("progress() says that it was committed when the server said nothing", () => {
  const { outcome } = progress(
    { sql: SQL, status: "opened" },
    tab([result({ end: "committed" })]),
    () => SQL,
  )!;
  assert.equal(outcome, "It ran and was committed.");
});

Deno.test("progress() tells of another text that was committed when a later one was rolled back", () => {
  const state = tab([result({ end: "committed" }), result({ end: "rolled-back" })]);
  assert.match(progress({ sql: SQL, status: "opened" }, state, () => OTHER)!.outcome!, /committed/);
});

const NEXT: readonly (readonly [status: ProposalStatus, instead: ProposalState["instead"], says: RegExp])[] =
  [
    ["dismissed", undefined, /does not want it/],
    ["dismissed", "committed", /ran another text instead/],
    ["opened", "committed", /looks at it/],
  ];
for (const [status, instead, says] of NEXT) {
  Deno.test(`nextStep() of one that is ${status} says ${says} when another text was ${instead}`, () =>
    assert.match(nextStep(proposal({ status, ...(instead && { instead }) })), says));
}

const WORDS = "duplicate key anna@example.com";
/** The answer to an agent about a proposal that changed one row, on a server that hides columns. */
const HIDING: readonly (readonly [status: ProposalStatus, told: ReturnType<typeof toldEnd>])[] = [
  ["opened", {}],
  ["held", {}],
  ["rolled back", {}],
  ["unknown", {}],
  ["failed", { outcome: "Why is told to the person alone, because this server hides columns from you." }],
  // The outcome of these two is in Kedge's own words.
  ["dismissed", { outcome: WORDS }],
  ["committed", { outcome: WORDS, affected: 1 }],
];
for (const [status, told] of HIDING) {
  Deno.test(`toldEnd() of one that is ${status} tells no value of a column that a server hides`, () => {
    const one = proposal({ status, outcome: WORDS, affected: 1 });
    assert.deepEqual(toldEnd(one), { outcome: WORDS, affected: 1 });
    assert.deepEqual(toldEnd({ ...one, thing: { ...one.thing, hides: ["*.email"] } }), told);
  });
}

const OVER: readonly ProposalStatus[] = ["waiting", "committed", "dismissed", "unknown"];
for (const status of OVER) {
  Deno.test(`progress() changes nothing of one that is ${status}`, () => {
    assert.equal(progress({ sql: SQL, status }, tab([result({ end: "rolled-back" })]), () => SQL), undefined);
  });
}

const TEXTS: readonly (readonly [sql: string, fault: RegExp | null])[] = [
  [SQL, null],
  [`${SQL};`, null],
  ["with x as (select 1) delete from t", null],
  ["select 1", /only reads/],
  [`${SQL}; drop table t`, /2 statements/],
  ["-- nothing", /no statement/],
  ["delete from t\r\n\twhere n = 1", null],
  [
    "-- one\n-- \r update t set n = 1 where s = '\ndrop table t -- '",
    /^Line 2 has a carriage return .*U\+000D/,
  ],
  ["delete from t where s = '\x0b'", /^Line 1 has a control character \(U\+000B/],
  ["delete from t where s = '\x85'", /U\+0085/],
  ["delete from t\0", /U\+0000/],
];
for (const [sql, fault] of TEXTS) {
  Deno.test(`proposableFault() says ${fault ?? "nothing"} of ${JSON.stringify(sql)}`, () => {
    const said = proposableFault(sql, "postgres");
    if (fault === null) assert.equal(said, null);
    else assert.match(said!.error, fault);
  });
}

Deno.test("proposedStatement() is what the query window runs of a text", () =>
  assert.equal(
    proposedStatement("-- why\r\ndelete from t\r\n where n = 1; -- done", "postgres"),
    "-- why\ndelete from t\n where n = 1",
  ));
