import { agentAbove } from "../../core/gate/agent_above.ts";
import type { Server } from "../../core/config/config.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { type KedgePaths, kedgePaths } from "../../core/paths.ts";
import { readStateOrNull } from "../../core/state/state_file.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import type { Args } from "../args.ts";
import { MAX_STATEMENT_LENGTH, readVerdict, type Refused } from "./verdict.ts";
import { WHO, whoMay } from "./who.ts";
import { below } from "../../core/platform/path.ts";
import { parseDatabase, parseTarget } from "../accounts/target.ts";

/**
 * Returns why a command is refused because an agent calls it. Returns the key of the scope when a person has
 * let this agent at it; the command must then use that scope and follow the gate's rules. Returns null when
 * no agent started this process, the gate is off, or anyone may use the command. A running Kedge decides with
 * what the kernel reports about the caller, and asks its user, unless it has already `granted` this.
 */
export async function refusedForAgents(args: Args, granted?: string): Promise<Refused | string | null> {
  const agent = await agentAbove();
  if (agent === null) return granted ?? null;
  const paths = kedgePaths();
  const other = await otherHomeFault(paths.home, agent.name);
  if (other) return other;
  if (granted !== undefined) return granted;
  // `--browser` shows pages that can do everything that a person can.
  const shows = args.command === "start" && args.browser === true;
  if (whoMay(args) === "anyone" && !shows) return null;
  const answer = await askFirst(paths.home, "side-door", {
    agent: agent.name,
    command: args.command,
    thing: scopeOf(args, args.command === "tunnel" ? await serversOf(paths) : []),
    write: args.write === true,
    ...statementOf(args),
  });
  if (answer !== undefined) return readVerdict(answer, agent.name);
  if (!gateIsOn(await readStateOrNull(paths))) return null;
  return {
    error: `${agent.name} calls this, and no Kedge runs that could ask whether it may`,
    hint: "Start Kedge, then try again.",
  };
}

/**
 * Returns why an agent may not use a home of Kedge: it is not the user's own one, and the user's gate is on.
 * In another folder an agent could write the state that the gate reads, while keychain and sign-in are the
 * same. `user` is the user's home folder in the system's list of users, which no variable changes.
 */
export async function otherHomeFault(
  home: string,
  agent: string,
  user = globalThis.process.getBuiltinModule("node:os").userInfo().homedir,
): Promise<Refused | null> {
  const standard = kedgePaths(below(user, ".kedge"));
  if (await real(home) === await real(standard.home) || !gateIsOn(await readStateOrNull(standard))) {
    return null;
  }
  return {
    error: `${agent} calls this with another home than your own Kedge's`,
    hint: `Agents work with ${standard.home}: leave KEDGE_HOME and HOME as they are.`,
  };
}

/** Returns what a command would run, for the log. What standard input gives is read later. */
export function statementOf(
  { command, operands: [, text] }: Pick<Args, "command" | "operands">,
): { readonly statement?: string } {
  if (text === undefined || (command !== "query" && command !== "ask")) return {};
  if (text.length <= MAX_STATEMENT_LENGTH) return { statement: text };
  // Part of an address or a key cannot be told from other words, so the log would keep it.
  return { statement: `${text.slice(0, MAX_STATEMENT_LENGTH).replace(/\S+$/, "")}…` };
}

/** Returns the configured servers. Most commands do not need them here, so the reader is loaded on demand. */
async function serversOf({ config }: KedgePaths): Promise<readonly Server[]> {
  const { readConfigFile } = await lazyImport<typeof import("../../core/config_file/read.ts")>(
    "../../core/config_file/read.ts",
    import.meta.url,
  );
  return readConfigFile(config, { ownedByUser: true }).config.servers;
}

/** Whether the gate was on when Kedge last ran. A state that cannot be read (null) counts as on. */
function gateIsOn(state: Readonly<Record<string, unknown>> | null): boolean {
  if (state === null) return true;
  const { gate } = state;
  return typeof gate === "object" && gate !== null && (gate as { on?: unknown }).on === true;
}

const real = (path: string) => Deno.realPath(path).catch(() => path);

/**
 * What a command acts on, as its operand names it; null for commands that only a person may use, and for
 * operands without a name.
 */
type NamedScope =
  | { readonly kind: "server"; readonly name: string }
  /** Number or name of an account; `role` is "" when none is named. */
  | { readonly kind: "account"; readonly account: string; readonly role: string }
  | null;

/** Returns what a command line acts on, as the command itself takes its operand with these servers. */
export function scopeOf(
  { command, operands: [named = ""] }: Pick<Args, "command" | "operands">,
  servers: readonly Pick<Server, "name">[],
): NamedScope {
  const database = command === "tunnel" ? parseDatabase(named, servers) : null;
  if (database !== null) return { kind: "account", account: database.account, role: database.role };
  const who = WHO[command];
  if (who === "server") return { kind: "server", name: named };
  if (who === "account") {
    const target = parseTarget(named);
    return target && { kind: "account", ...target };
  }
  return null;
}
