import { join } from "node:path";
import { accountTitle } from "../../core/accounts/mod.ts";
import { serveCredentials } from "../../core/aws/container.ts";
import { ASKED } from "../../core/aws/credentials/asked.ts";
import { hidingVariables } from "../../core/aws/profiles/files.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { oneLine } from "../../core/text/outside.ts";
import { hostSystem, killTree } from "../../core/platform/mod.ts";
import { userEnvironment } from "../../core/platform/runtime_variables.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { onStopSelf } from "../stop_self.ts";
import { tell } from "./reporting.ts";
import { type AccountServices, atRole } from "./surroundings.ts";
import { find, programFile } from "../../core/platform/find.ts";
import type { Env, System } from "../../core/platform/system.ts";

/** Exit codes of shells for a command that does not exist, and for one that cannot be executed. */
const NOT_FOUND = 127, NOT_RUN = 126;

/**
 * `--exec ACCOUNT/ROLE [-- COMMAND…]`: runs a command with credentials that renew themselves while it runs,
 * and ends with its exit status. Without a command it runs the user's shell, whose prompt names the account.
 * Kedge serves the credentials on 127.0.0.1; the token for them is in the command's environment.
 */
export async function run(args: Args): Promise<number> {
  const [, command, ...rest] = args.operands;
  // In a script, a shell without a user would wait forever.
  if (command === undefined && !Deno.stdin.isTerminal()) {
    return tell(
      args,
      "--exec needs a command, except on a terminal",
      "kedge --exec ACCOUNT/ROLE -- COMMAND…",
      EXIT.usage,
    );
  }
  return await atRole(args, async (around, wanted, signal) => {
    const { account, role, region } = wanted;
    // Credentials are requested before the command starts, so that Kedge reports a problem instead of the
    // command.
    await around.cloud.credentials(wanted, signal);
    // Once the user has stopped all agents, a command that goes on gets no more of them.
    const renewal = new AbortController();
    const release = onStopSelf(() => renewal.abort(new Error("The user has stopped all agents.")));
    const source = serveCredentials(async (stop) => {
      renewal.signal.throwIfAborted();
      return await around.cloud.credentials(wanted, AbortSignal.any([stop, renewal.signal]));
    });
    try {
      const env = childEnvironment(userEnvironment(), {
        region,
        address: source.address,
        token: source.token,
      });
      if (command !== undefined) return await runChild(args, command, rest, env, signal);
      const { named, shell } = await shellFor(around, account, role);
      console.error(`${named}. The credentials renew themselves until you leave this shell.`);
      return await runChild(args, shell.program, shell.args, { ...env, ...shell.env }, signal);
    } finally {
      release();
      await source.close();
    }
  });
}

/** Returns the user's shell for an account and role, and the text that names them. */
async function shellFor({ paths, cloud }: AccountServices, account: string, role: string) {
  const { accountShell, promptLabel } = await lazyImport<typeof import("./account_shell.ts")>(
    "./account_shell.ts",
    import.meta.url,
  );
  const name = oneLine((await cloud.portalAccounts(paths.cache))?.named(account)?.name ?? "", {
    longest: 60,
  });
  const label = promptLabel(name || account, role);
  const shell = await accountShell(label, join(paths.cache, "shell"));
  return { shell, named: accountTitle(account, name) + (role === "" ? "" : ` as ${role}`) };
}

/** Variables that lead AWS's tools to credentials. All other variables of the user stay. */
const LEADING =
  /^AWS_(PROFILE|DEFAULT_PROFILE|REGION|DEFAULT_REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|SECURITY_TOKEN|CREDENTIAL_EXPIRATION|WEB_IDENTITY_TOKEN_FILE|ROLE_ARN|ROLE_SESSION_NAME|CONTAINER_.*)$/i;

/** Returns the environment of a command: the user's variables, and the address and token of its credentials. */
function childEnvironment(
  user: Readonly<Record<string, string>>,
  source: { readonly region: string; readonly address: string; readonly token: string },
): Record<string, string> {
  const env = Object.fromEntries(
    Object.entries(user).filter(([name]) => !LEADING.test(name) && name !== ASKED),
  );
  return {
    ...env,
    ...hidingVariables(),
    AWS_REGION: source.region,
    AWS_DEFAULT_REGION: source.region,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: source.address,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: source.token,
  };
}

/**
 * Signals that the terminal's keys also send to the command. Kedge does not pass them on, because the command
 * would get them twice.
 */
const BY_TERMINAL: ReadonlySet<string> = new Set(["SIGINT", "SIGQUIT"]);

async function runChild(
  args: Args,
  command: string,
  rest: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  const isFile = async (path: string) => await programFile(path) !== null;
  const program = await commandProgram(command, hostSystem(), env, isFile);
  // From here on a stop ends the child.
  signal.throwIfAborted();
  let child: Deno.ChildProcess;
  try {
    if (program === null) throw new Deno.errors.NotFound();
    child = new Deno.Command(program, {
      args: [...rest],
      env,
      clearEnv: true,
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
    }).spawn();
  } catch (error) {
    const missing = error instanceof Deno.errors.NotFound;
    return tell(
      args,
      missing ? `${command} was not found` : `${command} could not be started`,
      missing ? "Check its name, and PATH." : "Check that it is a program, and that you may run it.",
      missing ? NOT_FOUND : NOT_RUN,
    );
  }
  // A script often redirects some of these, and the keys still reach the command.
  const terminal = [Deno.stdin, Deno.stdout, Deno.stderr].some((stream) => stream.isTerminal());
  const send = (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // The command has already ended.
    }
  };
  const handlers = hostSystem().passedSignals.map((name) => {
    const handler = () => {
      if (!terminal || !BY_TERMINAL.has(name)) send(name);
    };
    Deno.addSignalListener(name, handler);
    return () => Deno.removeSignalListener(name, handler);
  });
  // Windows has no signal that asks a program to end, and what the program has started would go on without it.
  const end = () => hostSystem().name === "windows" ? void killTree(child.pid) : send("SIGTERM");
  handlers.push(onStopSelf(end));
  // The system reports the end by a signal as 128 plus the signal's number, as shells do.
  const { code } = await child.status;
  for (const stop of handlers) stop();
  return code;
}

/**
 * Returns the program of a command; null when it does not exist. Windows itself adds only the extension
 * `.exe`, while its shells try all of PATHEXT, such as `.cmd` for programs from npm. Other systems search for
 * the command themselves.
 */
export async function commandProgram(
  command: string,
  system: System,
  env: Env,
  isFile: (path: string) => Promise<boolean>,
): Promise<string | null> {
  if (system.name !== "windows") return command;
  if (!/[\\/:]/.test(command)) return await find(system, env, command, isFile);
  for (const path of [command, ...system.fileNames(command, env)]) if (await isFile(path)) return path;
  return null;
}
