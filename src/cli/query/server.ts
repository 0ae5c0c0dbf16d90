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
import { scopeKey } from "../../core/gate/scopes.ts";
import { serverScope } from "../../core/app/features/gate/server_scope.ts";
import { type GivenBefore, terminalLogin } from "../run/login.ts";
import { createPrompter } from "../run/prompt.ts";
import { listedNames } from "../../core/text/shorten.ts";

/** Reports what went wrong, with the next step. Returns `status`. */
export function say(message: string, status: number, hint = ""): number {
  console.error(`kedge: ${oneLine(message)}${hint ? `\n${oneLine(hint)}` : ""}`);
  return status;
}

/** Returns the login from the environment and removes it there, because child processes do not need it. */
export function givenLogin(): GivenBefore {
  const user = Deno.env.get("KEDGE_DB_USER");
  const password = Deno.env.get("KEDGE_DB_PASSWORD");
  for (const name of ["KEDGE_DB_USER", "KEDGE_DB_PASSWORD"]) Deno.env.delete(name);
  return user ? { user, password: password === undefined ? undefined : new Secret(password) } : null;
}

/**
 * Returns the configuration. When the file cannot be read, prints that and returns null, because missing
 * settings would go unnoticed.
 */
export function configOf(print: typeof say = say): Config | null {
  const { config: file } = kedgePaths();
  const { status, config } = readConfigFile(file, { ownedByUser: true });
  if (status !== "unreadable") return config;
  print(`${file} cannot be read`, EXIT.usage, "See what is wrong with it: kedge --validate-config");
  return null;
}

/**
 * Returns the server of the configuration that the first operand names. When there is none, or an agent was
 * allowed another one, prints that and returns the exit status.
 */
export function serverOf(
  { operands: [name = ""], agent }: Pick<Args, "operands" | "agent">,
  { servers }: Pick<Config, "servers">,
  print: typeof say = say,
): Server | number {
  const server = servers.find((server) => server.name === name);
  if (server && agent !== undefined && agent !== scopeKey(serverScope(server))) {
    return print(`"${name}" is not what the user allowed`, EXIT.refused, "Call again.");
  }
  if (server) return server;
  const names = servers.map(({ name }) => name);
  const meant = suggest(name, names);
  const hint = names.length === 0
    ? "It names no server."
    : meant
    ? `Did you mean "${meant}"?`
    : `There is ${listedNames(names.map((name) => `"${name}"`))}.`;
  return print(`the configuration has no server "${passwordDots(name)}"`, EXIT.usage, hint);
}

/** An open session that a command runs statements on. */
type OpenedSession = Omit<AgentSession, "hidden"> & Pick<Session, "close" | "inTransaction"> & {
  readonly ok: true;
};

/** Signs in with the given login, the keychain, or a question on the terminal. For an agent the gate's rules apply. */
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

/** Returns the session that the gate's tools use. Throws NotForAgentsError when agents may not use the login. */
async function forAgent(server: Server, session: Session, signal: AbortSignal): Promise<OpenedSession> {
  const given = await agentSession(server, session, signal);
  if (given.ok) return Object.assign(given, { close: () => session.close(), inTransaction: false });
  await session.close();
  throw new NotForAgentsError(given.message, given.hint);
}

/** The login of a server may not be used by agents. */
export class NotForAgentsError extends Error {
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** Prints the cost of a statement on standard error; other notices of servers are not printed. */
function printCost({ severity, message }: ServerNotice): void {
  if (severity === "COST") console.error(oneLine(message));
}

/** Returns the credentials for a server's account: with the role of its entry, otherwise the usual role. */
const roleOnTerminal: AwsAt = async ({ account, role, region }, signal) => {
  const { surroundings } = await import("../accounts/surroundings.ts");
  const { cloud } = surroundings();
  const credentials = await cloud.credentials({ account, role: role ?? "", region }, signal);
  return { region, credentials };
};

/** Returns the exit status for a failed connection. */
export function statusOf({ kind, late }: ConnectionFailure): number {
  return kind === "timeout" || kind === "silent" || late ? EXIT.timeout : EXIT.failed;
}

/** Reports why a connection failed, and returns the exit status. */
export function sayFailed(failure: ConnectionFailure, signal: AbortSignal): number {
  return signal.aborted ? EXIT.stopped : say(failure.message, statusOf(failure), failure.hint);
}
