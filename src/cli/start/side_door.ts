import * as z from "zod";
import type { App } from "../../core/app/app.ts";
import { type AgentAbove, agentAmong } from "../../core/gate/agent_above.ts";
import { callerOf } from "../../core/platform/agent_caller.ts";
import { processesAbove } from "../../core/platform/ancestors/mod.ts";
import { settledOrAborted } from "../../core/resources/polled.ts";
import { isAccountId } from "../../core/text/aws_names.ts";
import { oneLine } from "../../core/text/outside.ts";
import { listedNames } from "../../core/text/shorten.ts";
import { MAX_STATEMENT_LENGTH, type Refused } from "../agents/verdict.ts";

/** Time limit for the user's answer, in ms; slightly shorter than the caller's. */
const PATIENCE = 50_000;

const named = z.string().min(1).max(300);
const asked = z.object({
  agent: named,
  command: named,
  write: z.boolean(),
  statement: z.string().max(MAX_STATEMENT_LENGTH + 1).exactOptional(),
  thing: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("server"), name: named }),
    z.object({ kind: z.literal("account"), account: named, role: z.string().max(64) }),
  ]).nullable(),
});

/** Maximum roles that are read of an account. */
const MAX_ROLES = 100;

/** What each command does, as the question words it. `raw` marks commands that give the agent direct access. */
const DOING: Readonly<Record<string, { readonly doing: string; readonly raw?: true }>> = {
  query: { doing: "read with SQL" },
  // It reads names of tables alone, but a grant is for all that agents may read there.
  ask: { doing: "read with SQL" },
  tunnel: { doing: "open a port that leads there", raw: true },
  credentials: { doing: "use its credentials", raw: true },
  exec: { doing: "run commands with its credentials", raw: true },
  exports: { doing: "use its credentials", raw: true },
  console: { doing: "open its web console", raw: true },
  secret: { doing: "read the value of a secret", raw: true },
  secrets: { doing: "list names of secrets" },
  databases: { doing: "list its databases" },
  logs: { doing: "read its logs" },
  terminal: { doing: "open a shell in a container", raw: true },
};

/** Answers of the running Kedge to commands that agents call outside of the protocol. */
export type SideDoor = ReturnType<typeof createSideDoor>;

/**
 * Asks the user the gate's own question, for agents that use the command line instead of the protocol. Agents
 * wait for `ready`, because a Kedge that still starts does not know yet whether its gate is on.
 */
export function createSideDoor(
  app: () => Pick<App, "gate" | "store" | "queries">,
  ready: Promise<void>,
  patience = PATIENCE,
) {
  let started = false;
  void ready.then(() => started = true);

  /** Returns the agent above the callers, and the process from which the gate identifies that agent. */
  async function agentOf(callers: readonly number[]): Promise<{ agent: AgentAbove; below: number[] } | null> {
    for (const pid of callers) {
      // Programs that this Kedge has started, such as a terminal, belong to the user.
      const above = await processesAbove(pid, Deno.pid);
      const agent = agentAmong(above);
      if (agent === null) continue;
      const at = above.findIndex((one) => one.pid === agent.pid);
      const below = agent.by === "program" && at > 0 ? above[at - 1]!.pid : pid;
      return { agent, below: callers.length === 1 ? [below] : [] };
    }
    return null;
  }

  /** Returns why a command may not continue, or the key of what the user lets its agent at. */
  async function decide(
    { command, thing, write, statement }: Omit<z.infer<typeof asked>, "agent">,
    name: string,
    below: readonly number[],
    signal: AbortSignal,
  ): Promise<Refused | string> {
    const { gate } = app();
    const who = await callerOf(below);
    const refuse = (refused: Refused, doing: string, on: typeof thing = null): Refused => {
      gate.refuse({ who }, on, doing, refused.error, statement);
      return refused;
    };
    if (write) {
      return refuse(
        {
          error: `${name} calls this, and agents write by proposing`,
          hint: "The tool propose_write of kedge --mcp proposes a write, which waits for a person.",
        },
        "write with SQL",
        thing,
      );
    }
    if (command === "run") {
      return refuse({
        error: `${name} calls this, and agents run actions by a tool`,
        hint:
          "The tool run_action of kedge --mcp runs one: in the account that the user has chosen for it, with the user's answers.",
      }, "run an action");
    }
    const how = DOING[command];
    if (thing === null || how === undefined) {
      return refuse({
        error: `${name} calls this, and it is for people`,
        hint: "Run it yourself in a terminal.",
      }, `use the command ${oneLine(command, { longest: 50 })}`);
    }
    const { doing, raw } = how;
    const account = thing.kind === "account" ? accountOf(thing.account) : "";
    if (typeof account !== "string") return refuse(account, doing);
    const wanted = { ...thing, ...(thing.kind === "account" && { account }), ...(raw && { raw }) };
    if (wanted.kind === "account" && wanted.role === "") {
      const refused = await roleFault(account, name, signal);
      if (refused) return refuse(refused, doing, wanted);
    }
    const verdict = await gate.ask({ who }, wanted, doing, signal, statement);
    if (verdict.allowed) return verdict.thing;
    if (signal.aborted) {
      return {
        error: "nobody answered Kedge's question whether this may be done",
        hint: "Answer it in Kedge, then try again.",
      };
    }
    return { error: verdict.error, hint: verdict.hint };
  }

  /**
   * Returns why an agent has to name a role of an account; null where no role is known, as for the user's own
   * credentials. A grant for an account without a role would be for whichever role is the only one later.
   */
  async function roleFault(account: string, name: string, signal: AbortSignal): Promise<Refused | null> {
    const roles = await app().queries.accountRoles(account).read(0, MAX_ROLES, signal);
    if (!roles.ok) return { error: roles.error, hint: roles.hint ?? "Name the role." };
    if (roles.rows.length === 0) return null;
    return {
      error: `${name} calls this, and agents name the role`,
      hint: `In ${account} there is: ${listedNames(roles.rows)}`,
    };
  }

  /** Returns the number of an account from its number or name, or why no account or more than one fits. */
  function accountOf(text: string): string | Refused {
    const { accounts } = app().store.get();
    const wanted = text.toLowerCase();
    if (isAccountId(text)) return text;
    const found = accounts.filter(({ name }) => name?.toLowerCase() === wanted);
    if (found.length === 1) return found[0]!.accountId;
    if (found.length === 0) {
      return { error: `Kedge knows no account “${text}”`, hint: "See: kedge --accounts" };
    }
    const numbers = listedNames(found.map(({ accountId }) => accountId));
    return { error: `several accounts are called “${text}”`, hint: `Name one by its number: ${numbers}` };
  }

  return {
    /**
     * Returns `{allowed: true}` when a command may continue, with what was `granted` when an agent calls it;
     * otherwise returns why not.
     */
    async ask(question: unknown, callers: readonly number[]): Promise<unknown> {
      // The start counts too, because the caller does not wait longer for it.
      const signal = AbortSignal.timeout(patience);
      await settledOrAborted(ready, signal);
      if (!started) return { allowed: false, error: "Kedge still starts", hint: "Try again." };
      if (!app().gate.on()) return { allowed: true };
      const read = asked.safeParse(question);
      if (!read.success) return { allowed: false, error: "the question was not understood", hint: "" };
      const found = await agentOf(callers);
      // When the system reports the caller, that decides; otherwise the command's own statement does.
      if (found === null && callers.length > 0) return { allowed: true };
      const name = found?.agent.name ?? read.data.agent;
      const verdict = await decide(read.data, name, found?.below ?? [], signal);
      return typeof verdict === "string"
        ? { allowed: true, granted: verdict }
        : { allowed: false, ...verdict };
    },
    /**
     * Returns why an agent gets no credentials, or the key of what the user lets it at; null for all other
     * callers. `untold`: the system does not report the caller, or Kedge still starts, for which a person's
     * command need not wait; the command must check the caller itself, and an agent's then waits in `ask`.
     */
    async refusesCredentials(
      target: { readonly account: string; readonly role: string },
      callers: readonly number[],
      signal: AbortSignal,
    ): Promise<Refused | { readonly granted: string } | "untold" | null> {
      if (!started) return "untold";
      if (!app().gate.on()) return null;
      if (callers.length === 0) return "untold";
      const found = await agentOf(callers);
      if (found === null) return null;
      const thing = { kind: "account", ...target } as const;
      const verdict = await decide(
        { command: "credentials", thing, write: false },
        found.agent.name,
        found.below,
        signal,
      );
      return typeof verdict === "string" ? { granted: verdict } : verdict;
    },
  };
}
