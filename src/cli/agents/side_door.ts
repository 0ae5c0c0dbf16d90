import { agentAbove } from "../../core/gate/agent_above.ts";
import { kedgePaths } from "../../core/paths.ts";
import { readStateFile } from "../../core/state/state_file.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import type { Args } from "../args.ts";
import { readVerdict, type Refused } from "./verdict.ts";
import { WHO, whoMay } from "./who.ts";
import { below } from "../../core/platform/path.ts";
import { parseDatabase, parseTarget } from "../accounts/target.ts";

/**
 * Why a command is refused because an agent calls it; `granted` where a person has granted it to this agent, which is held
 * to the gate's rules then; null where nothing speaks against it: no agent stands above this process, the gate is off, or the
 * command is for anyone. With a running Kedge that one decides, by what the kernel says of the caller, and asks its user.
 */
export async function refusedForAgents(args: Args): Promise<Refused | "granted" | null> {
  const agent = await agentAbove();
  if (agent === null) return null;
  const paths = kedgePaths();
  const other = await otherHomeFault(paths.home, agent.name);
  if (other) return other;
  // Its pages can do all that a person can.
  const shows = args.command === "start" && args.browser === true;
  if (whoMay(args) === "anyone" && !shows) return null;
  const answer = await askFirst(paths.home, "side-door", {
    agent: agent.name,
    command: args.command,
    thing: thingOf(args),
    write: args.write === true,
  });
  if (answer !== undefined) return readVerdict(answer, agent.name);
  if (!gateIsOn(await readStateFile(paths))) return null;
  return {
    error: `${agent.name} calls this, and no Kedge runs that could ask whether it may`,
    hint: "Start Kedge, then try again.",
  };
}

/**
 * Why an agent may not use a home of Kedge: it is another one than the user's own, whose gate is on. In a folder of its own an agent
 * could write what the gate is told, and the keychain and the sign-in are the same ones. `user` is the user's folder by the system's
 * list of users, which no variable changes.
 */
export async function otherHomeFault(
  home: string,
  agent: string,
  user = globalThis.process.getBuiltinModule("node:os").userInfo().homedir,
): Promise<Refused | null> {
  const standard = kedgePaths(below(user, ".kedge"));
  if (await real(home) === await real(standard.home) || !gateIsOn(await readStateFile(standard))) return null;
  return {
    error: `${agent} calls this with another home than your own Kedge's`,
    hint: `Agents work with ${standard.home}: leave KEDGE_HOME and HOME as they are.`,
  };
}

/** Whether the gate was on when the Kedge of that state ran last. */
function gateIsOn({ gate }: Readonly<Record<string, unknown>>): boolean {
  return typeof gate === "object" && gate !== null && (gate as { on?: unknown }).on === true;
}

const real = (path: string) => Deno.realPath(path).catch(() => path);

/** What a command is about, as its operand names it; null for what is for persons only, or names nothing. */
type NamedThing =
  | { readonly kind: "server"; readonly name: string }
  /** An account's number or name; `role` is "" where none is named. */
  | { readonly kind: "account"; readonly account: string; readonly role: string }
  | { readonly kind: "action"; readonly extension: string; readonly action: string }
  | null;

/** The thing that a command line names. */
export function thingOf({ command, operands: [named = ""] }: Pick<Args, "command" | "operands">): NamedThing {
  const database = command === "tunnel" ? parseDatabase(named) : null;
  if (database !== null) return { kind: "account", account: database.account, role: database.role };
  const who = WHO[command];
  if (who === "server") return { kind: "server", name: named };
  if (who === "account") {
    const target = parseTarget(named);
    return target && { kind: "account", ...target };
  }
  if (who === "action") {
    const slash = named.indexOf("/");
    return slash < 0
      ? null
      : { kind: "action", extension: named.slice(0, slash), action: named.slice(slash + 1) };
  }
  return null;
}
