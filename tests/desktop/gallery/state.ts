import type {
  AccountState,
  ActionState,
  AppState,
  ExtensionState,
  LogLine,
  ReviewedBundle,
  RunState,
  ServerState,
} from "../../../src/core/state/state.ts";
import { runOf, stateWith } from "../../support/pages/pages_state.ts";
import {
  account as configured,
  action as actionOf,
  extension as extensionOf,
  server,
  type StateParts,
} from "../../support/pages/state.ts";
import type { Scene } from "./scenes.ts";
import { manifest, rotate, rotateBefore, sneaky } from "./sources.ts";

const account = (accountId: string, name: string | undefined, env: string | null, region: string) =>
  configured(accountId, { ...(name !== undefined && { name }), env, region });

/** The accounts of a small company, in the order of the list. */
export const accounts: AccountState[] = [
  account("222233334444", "data-production", "prd", "us-east-1"),
  account("123456789012", "shop-production", "prd", "eu-central-1"),
  account("345634563456", "shop-staging", "stg", "eu-central-1"),
  account("456745674567", "shop-development", "dev", "eu-central-1"),
  account("678967896789", "security-audit", "audit", "eu-central-1"),
  account("567856785678", "sandbox-anna", "sandbox", "eu-west-1"),
  account("012345678901", undefined, null, "eu-north-1"),
];

/** Servers in every state of their connection test. */
export const servers: ServerState[] = [
  server("Orders", {
    host: "orders.db.internal",
    database: "orders",
    env: "stg",
    test: { status: "ok", at: Date.now() - 120_000, ms: 42, detail: "PostgreSQL 15.8 as app_reader" },
  }),
  server("Warehouse", {
    engine: "redshift",
    host: "warehouse.eu-central-1.redshift.amazonaws.com",
    port: 5439,
    env: "prd",
  }),
  server("Legacy shop", {
    engine: "mysql",
    host: "10.4.0.17",
    port: 3306,
    database: "shop",
    tls: false,
    test: {
      status: "failed",
      at: Date.now() - 4000,
      message: "The server refused the password of shop_ro.",
      hint: "Set the password again; the user exists.",
    },
  }),
];

const action = (id: string, label: string, parts: Partial<ActionState> = {}) =>
  actionOf(id, { label, contextMode: "inherit", ...parts });

const extension = (
  id: string,
  name: string,
  actions: ActionState[],
  parts: Partial<ExtensionState> = {},
) =>
  extensionOf(id, actions, {
    name,
    hash: "9f".repeat(32),
    source: `/home/anna/Downloads/${id}.kedgeext`,
    installedAt: Date.now() - 86_400_000 * 3,
    ...parts,
  });

/** Extensions with actions in every state. */
export const extensions: ExtensionState[] = [
  extension("key-rotation", "Key rotation", [
    action("rotate", "Rotate access keys", { account: "123456789012" }),
    action("report", "Age report", { contextMode: "none" }),
  ], {
    version: "0.4.1",
    author: "Platform team",
    description:
      "Rotates the access keys of **service users** and reports their age. See [the runbook](https://wiki.example.com/keys).",
  }),
  extension("orders", "Order tools", [
    action("replay", "Replay failed orders", { account: "345634563456" }),
    action("refund", "Refund an order", {
      account: "123456789012",
      tooltip: "As Operator in shop-production",
      contextMode: "custom",
      declared: { account: "123456789012", role: "Operator", region: "eu-central-1" },
      own: { role: "Support", config: { limit: 250, notify: true } },
      config: {
        limit: 100,
        currency: "EUR",
        notify: false,
        reasons: ["damaged", "late", "other"],
        note: "Refunded by the order tools.\nQuestions: shop@example.com",
      },
    }),
    action("import", "Import price list", { state: "incompatible", badge: "kedge ≥ 2.0.0" }),
  ], { version: "1.12.0" }),
  extension("dns", "DNS lookups", [
    action("dig", "Look up a name", { state: "changed", contextMode: "none" }),
  ], {
    trust: "changed",
  }),
];

/** A run in production. */
export const run: RunState = runOf("run-1", {
  extension: "key-rotation",
  extensionName: "Key rotation",
  action: "rotate",
  actionLabel: "Rotate access keys",
  context: {
    account: "123456789012",
    name: "shop-production",
    role: "Operator",
    region: "eu-central-1",
    env: "prd",
  },
  status: "running",
  startedAt: Date.now() - 24_000,
  button: { takesClicks: false },
  progress: { title: "Rotating", label: "backup (2 of 5)", fraction: 0.4, cancelable: true },
  logLines: 46,
});

/** A run that failed. */
export const failed: RunState = {
  ...run,
  id: "run-2",
  extension: "orders",
  extensionName: "Order tools",
  action: "replay",
  actionLabel: "Replay failed orders",
  context: {
    account: "345634563456",
    name: "shop-staging",
    role: "Operator",
    region: "eu-central-1",
    env: "stg",
  },
  status: "failed",
  logLines: 46,
  startedAt: Date.now() - 200_000,
  endedAt: Date.now() - 181_100,
  ms: 18_900,
  progress: null,
  error: "listing keys of backup: exit status 254",
  hint: "The role Operator may not iam:ListAccessKeys. Choose another role under Configure.",
};

/** A run whose action has mistakes. */
export const doesNotCompile: RunState = {
  ...failed,
  status: "refused",
  logLines: 0,
  ms: 640,
  error: ["the action does not compile"].concat(
    Array.from({ length: 14 }, (_, n) => `actions/replay.go:${12 + n * 3}:${4 + n}: undefined: order${n}`),
  ).join("\n"),
  hint: "Whoever made the bundle has to fix it.",
};

/** A run that ended well. */
export const done: RunState = {
  ...failed,
  id: "run-3",
  action: "report",
  actionLabel: "Age report",
  extension: "key-rotation",
  extensionName: "Key rotation",
  context: null,
  status: "ok",
  startedAt: Date.now() - 3_700_000,
  endedAt: Date.now() - 3_699_000,
  ms: 640,
  error: undefined,
  hint: undefined,
};

/** Lines with times, colours and errors. */
const log: LogLine[] = [
  { stream: "log", text: "rotating keys of 5 users in 123456789012 as Operator (eu-central-1)", time: 12 },
  {
    stream: "stdout",
    text: "\u001b[1mci\u001b[0m        2 keys, oldest \u001b[33m112 days\u001b[0m",
    time: 384,
  },
  {
    stream: "stdout",
    text: "          \u001b[32m✓\u001b[0m new key AKIAIOSFODNN7EXAMPLE stored",
    time: 1210,
  },
  {
    stream: "stdout",
    text: "\u001b[1mbackup\u001b[0m    1 key, oldest \u001b[31m402 days\u001b[0m",
    time: 1377,
  },
  {
    stream: "stderr",
    text:
      "An error occurred (AccessDenied) when calling the ListAccessKeys operation: User: arn:aws:sts::123456789012:assumed-role/Operator/anna is not authorized to perform: iam:ListAccessKeys on resource: user backup",
    time: 1802,
  },
  { stream: "stderr", text: "actions/rotate.go:36:3: listing keys of backup: exit status 254", time: 1810 },
  ...Array.from({ length: 40 }, (_, n): LogLine => ({
    stream: "log",
    text: `checked ${n + 1} of 40: service-${n + 1} has no key older than 90 days`,
    time: 2000 + n * 431,
  })),
];

const file = (path: string, text: string, parts: Partial<ReviewedBundle["files"][number]> = {}) => ({
  path,
  size: text.length,
  change: "added" as const,
  kind: "source" as const,
  text,
  ...parts,
});

/** A bundle that was never installed. */
export const bundle: ReviewedBundle = {
  id: "key-rotation",
  name: "Key rotation",
  version: "0.4.1",
  author: "Platform team",
  hash: "3f2a9c0be4d1775a6b1d8e0f44c2a917d5e6f7081b2c3d4e5f60718293a4b5c6",
  change: "install",
  actions: [
    { id: "rotate", label: "Rotate access keys", entry: "actions/rotate.go" },
    { id: "report", label: "Age report", entry: "actions/report.go" },
  ],
  summary:
    "This extension can start other programs, reach the network, and use the credentials of the account " +
    "shop-production with the role Operator.",
  findings: [
    { severity: "danger", message: "Starts other programs (os/exec)", file: "actions/rotate.go", line: 7 },
    {
      severity: "caution",
      message:
        "Reaches the network (net/http), and so every computer that this one reaches: what it sends is not " +
        "known before it runs, nor to whom, and no role of an account and no rule of a network of this company is " +
        "asked before",
      file: "actions/rotate.go",
      line: 6,
    },
    {
      severity: "caution",
      message: "Needs an account with the role Operator",
      file: "manifest.json",
      line: 5,
    },
    { severity: "danger", message: "Holds characters that are not seen", file: "actions/report.go", line: 6 },
    {
      severity: "info",
      message: "Writes files under its own temporary folder",
      file: "lib/csv/csv.go",
      line: 2,
    },
  ],
  files: [
    file("manifest.json", manifest, { kind: "text" }),
    file("actions/report.go", sneaky),
    file("actions/rotate.go", rotate),
    file("lib/csv/csv.go", 'package csv\n\nimport "os"\n'),
    file("icon.svg", "", { kind: "image", size: 2048, text: undefined }),
    file("data/table.bin", "", { kind: "binary", size: 81_233, text: undefined }),
  ],
};

/** An update of {@link bundle}. */
export const update: ReviewedBundle = {
  ...bundle,
  change: "update",
  installedVersion: "0.4.0",
  summary:
    "This version can now use the network. As before it can work in account 123456789012 · Operator and start other programs.",
  files: bundle.files.map((one) =>
    one.path === "actions/rotate.go"
      ? { ...one, change: "changed", before: rotateBefore }
      : one.path === "lib/csv/csv.go"
      ? { ...one, change: "removed", before: one.text, text: undefined }
      : one.path === "data/table.bin"
      ? one
      : { ...one, change: "same" }
  ),
};

/** Returns a state with examples of everything. */
export function fullState(parts: StateParts = {}): AppState {
  return stateWith({
    signIn: { status: "environment", detail: "profile shop-admin" },
    accounts,
    servers,
    extensions,
    runs: [run, failed, done],
    usage: {
      "action:orders/replay": { score: 4, at: Date.now() },
      "action:key-rotation/report": { score: 2, at: Date.now() },
      "account:345634563456": { score: 1, at: Date.now() },
    },
    ...parts,
  });
}

/** Returns a function that makes scenes like `usual`, with a name and other differences. */
export const scenesOf = (usual: Omit<Scene, "name">) => (name: string, more: Partial<Scene> = {}): Scene => ({
  ...usual,
  name,
  ...more,
});

/** A page and its state. */
type Shown = Pick<Scene, "params" | "state">;

/** Returns the run that a scene shows: the run of its window, or of the folder in development. */
function runShown({ params = {}, state }: Shown): RunState | undefined {
  return state.runs.find(({ id, developed }) => params.folder === undefined ? id === params.run : developed);
}

/** Returns what the run of a scene has printed. */
export function logOf(scene: Shown): readonly LogLine[] {
  const run = runShown(scene);
  // A run prints nothing after its end.
  return run?.logLines === 0 ? [] : log.filter(({ time }) => time <= (run?.ms ?? Infinity));
}
