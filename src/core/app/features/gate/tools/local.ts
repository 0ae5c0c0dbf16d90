import { failed, refused } from "../../../../gate/answer.ts";
import { actionWithOwner, extensionOf, isActive, runOf, runOfAction } from "../../../../state/selectors.ts";
import { oneLine } from "../../../../text/outside.ts";
import { agentLine, agentLines } from "../../../../gate/agent_text.ts";
import { fitting } from "../../../../gate/fit.ts";
import type { ToolInput } from "../../../../gate/tools.ts";
import type { CarryOut, ToolContext } from "../parts.ts";

/** Maximum entries per answer, and maximum lines of output. */
const MAX_COUNT = 200, MAX_LINES = 200;

/** Finds servers, accounts, actions and services that Kedge knows, by words in their fields. */
export const find: CarryOut<ToolInput<"find">> = async ({ text = "", kind, from = 0 }, context) => {
  context.about(null, [kind, text].filter(Boolean).join(" "));
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const all = [...entries(context), ...await services(context)].filter((entry) =>
    (kind === undefined || entry.kind === kind) &&
    words.every((word) => Object.values(entry).join(" ").toLowerCase().includes(word))
  );
  const shown = fitting(all.slice(from), MAX_COUNT);
  return {
    status: "done",
    value: { found: shown, from, total: all.length, truncated: from + shown.length < all.length },
  };
};

type Entry = Readonly<Record<string, string | undefined>> & { readonly kind: string };

function entries({ parts }: ToolContext): Entry[] {
  const { accounts, config, serverEnvs, extensions } = parts.store.get();
  const line = (value: string) => oneLine(value, { longest: 200 });
  return [
    ...config.value.servers.map(({ name, engine, database }) => ({
      kind: "server",
      server: name,
      engine,
      ...(database !== undefined && { database: line(database) }),
      ...envOf(serverEnvs[name] ?? null),
    })),
    ...accounts.map(({ accountId, name, roles, env, region }) => ({
      kind: "account",
      account: accountId,
      ...(name !== undefined && { name: line(name) }),
      ...envOf(env),
      ...(roles.length > 0 && { roles: roles.slice(0, 50).join(", ") }),
      ...(region !== undefined && { region }),
    })),
    ...extensions.filter(({ trust }) => trust === "trusted").flatMap(({ id, name, actions }) =>
      actions.filter(({ state }) => state === "enabled").map((action) => ({
        kind: "action",
        extension: id,
        action: action.id,
        label: line(action.label),
        of: line(name),
        ...(action.tooltip !== undefined && { does: line(action.tooltip) }),
      }))
    ),
  ];
}

const envOf = (env: string | null): { environment?: string } => env === null ? {} : { environment: env };

/** Returns services of the configuration and of cached lists. */
async function services({ parts }: ToolContext): Promise<Entry[]> {
  const { accounts } = parts.store.get();
  const found = new Map<string, Entry[]>();
  const add = (account: string, cluster: string, service: string, region?: string) => {
    const key = [account, cluster, service].join(" ");
    const known = found.get(key) ?? [];
    // Without a region an entry says less than the known ones.
    if (known.some((one) => region === undefined || one.region === region)) return;
    const entry = { kind: "service", account, cluster, service, ...(region !== undefined && { region }) };
    found.set(key, [...known, entry]);
  };
  const { names } = parts.resources;
  await names.load();
  for (const { account, region, name, of = "" } of names.names()?.service ?? []) {
    add(account, of, name, region);
  }
  for (const { accountId, ecsClusters, region } of accounts) {
    for (const { name, services } of ecsClusters) {
      for (const service of services) add(accountId, name, service, region);
    }
  }
  return [...found.values()].flat();
}

/** Runs an action. Its questions go to the user. */
export const runAction: CarryOut<ToolInput<"run_action">> = async ({ extension, action }, context) => {
  const { parts, signal, waitsFor } = context;
  const { store } = parts;
  const known = actionWithOwner(store.get(), extension, action);
  if (!known) {
    return failed(`There is no action “${action}” in “${extension}”.`, "Call find for those that there are.");
  }
  const { owner, action: found } = known;
  const thing = { kind: "action", extension, action, hash: owner.hash } as const;
  context.about(thing, found.label);
  if (owner.trust !== "trusted" || found.state !== "enabled") {
    return refused(`“${found.label}” cannot be run as it is.`, "The user can look at it under Extensions.");
  }
  const no = await context.allow(thing, "run");
  if (no) return no;
  // The user may have changed the extension while the question was open.
  const now = extensionOf(store.get(), extension);
  if (now?.hash !== thing.hash || now.trust !== "trusted") {
    return refused("The action has changed meanwhile.");
  }
  if (runOfAction(store.get().runs, extension, action)) {
    return refused(`“${found.label}” runs already.`, "Wait until it has ended.");
  }
  const started = parts.runs.start(extension, action);
  if (!started.ok) return failed(started.error, started.hint);
  const { run: id } = started.value as { readonly run: string };
  waitsFor(`“${found.label}” runs; it may be asking the user something in Kedge.`);
  const stop = () => void parts.runs.stop(id);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    await ended(context, id);
  } finally {
    signal.removeEventListener("abort", stop);
  }
  const run = runOf(store.get(), id);
  if (!run) return failed("The run is not kept any more.");
  const total = run.logLines ?? 0;
  const log = parts.runs.log(id);
  const lines = await log?.read(Math.max(0, total - MAX_LINES), MAX_LINES, signal);
  const safe = agentLines(lines?.ok ? lines.rows : []);
  return {
    status: "done",
    value: {
      run: run.status,
      ...(run.error !== undefined && { error: agentLine(run.error) }),
      ...(run.ms !== undefined && { ms: run.ms }),
      output: safe.lines.map(({ text }) => text),
      truncated: safe.cut || total > MAX_LINES,
    },
  };
};

/** Settles when a run has ended or is no longer in the list. */
function ended({ parts: { store } }: ToolContext, id: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const run = runOf(store.get(), id);
      if (run && isActive(run)) return;
      end();
      resolve();
    };
    const end = store.subscribe(look);
    look();
  });
}
