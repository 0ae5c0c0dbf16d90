import type { Config, Server } from "../../core/config/config.ts";
import { readConfigFile } from "../../core/config_file/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import { Secret } from "../../core/secret.ts";
import { type AwsAt, withAws, withLogin } from "../../core/sql/login/mod.ts";
import type { ServerNotice } from "../../core/sql/driver/mod.ts";
import type { ConnectionFailure } from "../../core/sql/mod.ts";
import { openSession, type Session } from "../../core/sql/session/mod.ts";
import { oneLine } from "../../core/text/outside.ts";
import { passwordDots } from "../../core/text/password_dots.ts";
import { suggest } from "../../core/text/suggest.ts";
import { AGENT_LIMITS, type AgentSession, agentSession } from "../../core/gate/agent_session.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { type GivenBefore, terminalLogin } from "../run/login.ts";
import { createPrompter } from "../run/prompt.ts";
import { listedNames } from "../../core/text/shorten.ts";

/** Says what went wrong, with the next step. */
export function say(message: string, status: number, hint = ""): number {
  console.error(`kedge: ${oneLine(message)}${hint ? `\n${oneLine(hint)}` : ""}`);
  return status;
}

/** The login of a script. Children have no use for it. */
export function givenLogin(): GivenBefore {
  const user = Deno.env.get("KEDGE_DB_USER");
  const password = Deno.env.get("KEDGE_DB_PASSWORD");
  for (const name of ["KEDGE_DB_USER", "KEDGE_DB_PASSWORD"]) Deno.env.delete(name);
  return user ? { user, password: password === undefined ? undefined : new Secret(password) } : null;
}

/**
 * The configuration. When its file cannot be read, prints that and gives null: its settings would be missing without a
 * notice.
 */
export function configOf(print: typeof say = say): Config | null {
  const { config: file } = kedgePaths();
  const { status, config } = readConfigFile(file, { ownedByUser: true });
  if (status !== "unreadable") return config;
  print(`${file} cannot be read`, EXIT.usage, "See what is wrong with it: kedge --validate-config");
  return null;
}

/** The server of that name in the configuration. When there is none, prints that and gives null. */
export function serverOf(
  name: string,
  { servers }: Pick<Config, "servers">,
  print: typeof say = say,
): Server | null {
  const server = servers.find((server) => server.name === name);
  if (server) return server;
  const names = servers.map(({ name }) => name);
  const meant = suggest(name, names);
  const hint = names.length === 0
    ? "It names no server."
    : meant
    ? `Did you mean "${meant}"?`
    : `There is ${listedNames(names.map((name) => `"${name}"`))}.`;
  print(`the configuration has no server "${passwordDots(name)}"`, EXIT.usage, hint);
  return null;
}

/** What a command works with on a server. */
type OpenedSession = Omit<AgentSession, "hidden"> & Pick<Session, "close"> & { readonly ok: true };

/** Signs in with what was given, the keychain, or what the terminal is asked for; for an agent by the gate's rules. */
export async function openOnTerminal(
  server: Server,
  given: GivenBefore,
  { json: quiet, agent }: Pick<Args, "json" | "agent">,
  stop: AbortController,
): Promise<OpenedSession | ConnectionFailure> {
  const prompter = createPrompter();
  prompter.onInterrupt(() => stop.abort());
  const otherwise = "give it in KEDGE_DB_USER and KEDGE_DB_PASSWORD";
  try {
    const tried = await withLogin(
      server,
      withAws(terminalLogin(prompter, quiet, { given, otherwise }), roleOnTerminal),
      (login) =>
        openSession(server, login, {
          signal: stop.signal,
          onNotice: printCost,
          ...(agent && AGENT_LIMITS),
        }),
      stop.signal,
    );
    if (!tried) throw new Error("the sign-in was cancelled");
    if (tried.notSaved) console.error(`kedge: the login was not saved: ${oneLine(tried.notSaved)}`);
    const { result } = tried;
    if (!result.ok) return result;
    return agent ? await forAgent(server, result, stop.signal) : Object.assign(result, { internal: result });
  } finally {
    prompter.close();
  }
}

/** The session as the gate's tools have it. Throws where the login is not for agents. */
async function forAgent(server: Server, session: Session, signal: AbortSignal): Promise<OpenedSession> {
  const given = await agentSession(server, session, signal);
  if (given.ok) return Object.assign(given, { close: () => session.close() });
  await session.close();
  throw new NotForAgents(given.message, given.hint);
}

/** A login that agents do not get. */
export class NotForAgents extends Error {
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** Prints the cost of a statement beside its rows; other remarks of servers are left out. */
function printCost({ severity, message }: ServerNotice): void {
  if (severity === "COST") console.error(oneLine(message));
}

/** As whom AWS is asked for a server: the role that its entry names, else the usual one. */
const roleOnTerminal: AwsAt = async ({ account, role, region }, signal) => {
  const { surroundings } = await import("../accounts/surroundings.ts");
  const { cloud } = surroundings();
  const credentials = await cloud.credentials({ account, role: role ?? "", region }, signal);
  return { region, credentials };
};

/** The exit status of a connection that failed. */
export function statusOf({ kind }: ConnectionFailure): number {
  return kind === "timeout" || kind === "silent" ? EXIT.timeout : EXIT.failed;
}

/** Says why a connection failed. */
export function sayFailed(failure: ConnectionFailure, signal: AbortSignal): number {
  return signal.aborted ? EXIT.stopped : say(failure.message, statusOf(failure), failure.hint);
}
