import { lazyImport } from "../core/lazy_import.ts";
import { isOfRun } from "../core/platform/peer/run_mark.ts";
import { dropRuntimeVariables } from "../core/platform/runtime_variables.ts";
import { systemLocales } from "../core/platform/locales.ts";
import { useLocales } from "../core/text/locale.ts";
import { safeJson, withoutControls } from "../core/text/controls.ts";
import { type Args, parseCommandLine } from "./args.ts";
import { EXIT, OutputError } from "./exit.ts";
import { run as printVersion } from "./version.ts";

type CommandModule = { run(args: Args): number | Promise<number> };

/** The module of each command, loaded when the command is used, because most commands need only a part of Kedge. */
const MODULES: Readonly<Record<Args["command"], () => Promise<CommandModule>>> = {
  "validate-config": () =>
    lazyImport<typeof import("./config/validate_config.ts")>("./config/validate_config.ts", import.meta.url),
  "print-config": () =>
    lazyImport<typeof import("./config/print_config.ts")>("./config/print_config.ts", import.meta.url),
  "label": () => lazyImport<typeof import("./config/label.ts")>("./config/label.ts", import.meta.url),
  "import": () => lazyImport<typeof import("./config/import.ts")>("./config/import.ts", import.meta.url),
  "schema": () => lazyImport<typeof import("./config/schema.ts")>("./config/schema.ts", import.meta.url),
  "validate-bundle": () =>
    lazyImport<typeof import("./extensions/validate_bundle.ts")>(
      "./extensions/validate_bundle.ts",
      import.meta.url,
    ),
  "install": () =>
    lazyImport<typeof import("./extensions/install.ts")>("./extensions/install.ts", import.meta.url),
  "uninstall": () =>
    lazyImport<typeof import("./extensions/uninstall.ts")>("./extensions/uninstall.ts", import.meta.url),
  "list": () => lazyImport<typeof import("./extensions/list.ts")>("./extensions/list.ts", import.meta.url),
  "start": () => lazyImport<typeof import("./start/mod.ts")>("./start/mod.ts", import.meta.url),
  "toggle": () => lazyImport<typeof import("./toggle.ts")>("./toggle.ts", import.meta.url),
  "mcp": () => lazyImport<typeof import("./mcp/mcp.ts")>("./mcp/mcp.ts", import.meta.url),
  "pack": () => lazyImport<typeof import("./extensions/pack.ts")>("./extensions/pack.ts", import.meta.url),
  "dev": () => lazyImport<typeof import("./dev/mod.ts")>("./dev/mod.ts", import.meta.url),
  "new": () => lazyImport<typeof import("./extensions/new.ts")>("./extensions/new.ts", import.meta.url),
  "run": () => lazyImport<typeof import("./run/mod.ts")>("./run/mod.ts", import.meta.url),
  "credentials": () =>
    lazyImport<typeof import("./accounts/credentials.ts")>("./accounts/credentials.ts", import.meta.url),
  "sign-in": () =>
    lazyImport<typeof import("./accounts/sign_in.ts")>("./accounts/sign_in.ts", import.meta.url),
  "sign-out": () =>
    lazyImport<typeof import("./accounts/sign_out.ts")>("./accounts/sign_out.ts", import.meta.url),
  "accounts": () => lazyImport<typeof import("./accounts/list.ts")>("./accounts/list.ts", import.meta.url),
  "exec": () => lazyImport<typeof import("./accounts/exec.ts")>("./accounts/exec.ts", import.meta.url),
  "exports": () =>
    lazyImport<typeof import("./accounts/exports.ts")>("./accounts/exports.ts", import.meta.url),
  "console": () =>
    lazyImport<typeof import("./accounts/console.ts")>("./accounts/console.ts", import.meta.url),
  "aws-profiles": () =>
    lazyImport<typeof import("./accounts/aws_profiles.ts")>("./accounts/aws_profiles.ts", import.meta.url),
  "secrets": () =>
    lazyImport<typeof import("./resources/secrets.ts")>("./resources/secrets.ts", import.meta.url),
  "secret": () =>
    lazyImport<typeof import("./resources/secret.ts")>("./resources/secret.ts", import.meta.url),
  "databases": () =>
    lazyImport<typeof import("./resources/databases.ts")>("./resources/databases.ts", import.meta.url),
  "terminal": () =>
    lazyImport<typeof import("./resources/terminal.ts")>("./resources/terminal.ts", import.meta.url),
  "logs": () => lazyImport<typeof import("./resources/logs.ts")>("./resources/logs.ts", import.meta.url),
  "query": () => lazyImport<typeof import("./query/mod.ts")>("./query/mod.ts", import.meta.url),
  "ask": () => lazyImport<typeof import("./query/ask.ts")>("./query/ask.ts", import.meta.url),
  "tunnel": () => lazyImport<typeof import("./tunnel/mod.ts")>("./tunnel/mod.ts", import.meta.url),
  "catalog-add": () => lazyImport<typeof import("./catalogue/add.ts")>("./catalogue/add.ts", import.meta.url),
  "catalog-remove": () =>
    lazyImport<typeof import("./catalogue/remove.ts")>("./catalogue/remove.ts", import.meta.url),
  "catalog-publish": () =>
    lazyImport<typeof import("./catalogue/publish.ts")>("./catalogue/publish.ts", import.meta.url),
  "catalogs": () => lazyImport<typeof import("./catalogue/list.ts")>("./catalogue/list.ts", import.meta.url),
  "askpass": () => lazyImport<typeof import("./query/askpass.ts")>("./query/askpass.ts", import.meta.url),
  // Part of this module, because loading another one takes longer than printing the version.
  "version": () => Promise.resolve({ run: printVersion }),
  "help": () => lazyImport<typeof import("./help.ts")>("./help.ts", import.meta.url),
  "doctor": () => lazyImport<typeof import("./doctor/mod.ts")>("./doctor/mod.ts", import.meta.url),
};

/** Commands that an action may call: they read their input and reveal nothing of the user's. */
const FOR_ACTIONS: ReadonlySet<Args["command"]> = new Set([
  "help",
  "version",
  "schema",
  "label",
  "validate-config",
  "validate-bundle",
  "new",
  "pack",
]);
/** Commands that connect to servers, some of which need a way. */
const CONNECTS: ReadonlySet<Args["command"]> = new Set(["start", "dev", "query", "ask", "tunnel", "run"]);

/**
 * Further commands that are not checked for agents here. An agent may call them without a grant, except
 * `credentials`, which makes this check itself because it must start quickly.
 */
const AGENTS_TOO: ReadonlySet<Args["command"]> = new Set([
  "list",
  "accounts",
  "doctor",
  "toggle",
  "print-config",
  "credentials",
]);
const OF_RUN = "this was called by an action, which gets its own account and nothing else of Kedge";
const OF_RUN_HINT = "Let the action use k.Secret, k.Query and the credentials that it is given.";

/** Returns a command so that it ends when the user stops all agents. */
async function stoppedWithAgents(run: CommandModule["run"]): Promise<CommandModule["run"]> {
  const { stoppable } = await lazyImport<typeof import("./agents/stoppable.ts")>(
    "./agents/stoppable.ts",
    import.meta.url,
  );
  return (args) => stoppable(() => run(args));
}

/** Runs one command line without the variables that the runtime would read, and returns its exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const fault = dropRuntimeVariables();
  const release = guardConsole();
  try {
    if (fault !== null) return await tell({ json: argv.includes("--json") }, fault, undefined, EXIT.refused);
    return await carryOut(argv);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    const { systemReason } = await lazyImport<typeof import("../core/files/reason.ts")>(
      "../core/files/reason.ts",
      import.meta.url,
    );
    console.error(`kedge: ${error.message}: ${systemReason(error.cause)}`);
    return EXIT.failed;
  } finally {
    release();
  }
}

/**
 * Turns a failure to write standard output into an OutputError, and ignores one of standard error. Returns
 * the function that undoes this.
 */
function guardConsole(): () => void {
  const { log, error } = console;
  console.log = (...words) => {
    try {
      log(...words.map((word) => typeof word === "string" ? safeJson(word) : word));
    } catch (cause) {
      throw new OutputError(cause);
    }
  };
  console.error = (...words) => {
    try {
      error(
        ...words.map((word) =>
          typeof word === "string" ? withoutControls(word, Deno.stderr.isTerminal()) : word
        ),
      );
    } catch {
      // The result and the exit status still report the outcome.
    }
  };
  return () => Object.assign(console, { log, error });
}

async function carryOut(argv: readonly string[]): Promise<number> {
  if (Deno.build.standalone && await isWindowsChild()) {
    await (await lazyImport<typeof import("../tray/windows/child/main.ts")>(
      "../tray/windows/child/main.ts",
      import.meta.url,
    ))
      .runWindowsChild(argv);
    return EXIT.done;
  }
  useLocales(systemLocales());
  const args = parseCommandLine(argv);
  if ("error" in args) {
    const { misuseWords } = await lazyImport<typeof import("./misuse.ts")>("./misuse.ts", import.meta.url);
    return await tell(args, misuseWords(args), args.hint ?? "Try: kedge --help", EXIT.usage);
  }
  const fault = args.region === undefined ? null : await regionFault(args.region, args.command);
  if (fault) return await tell(args, fault.message, fault.hint, EXIT.usage);
  if (!FOR_ACTIONS.has(args.command) && isOfRun()) return await tell(args, OF_RUN, OF_RUN_HINT, EXIT.refused);
  if (!FOR_ACTIONS.has(args.command) && !AGENTS_TOO.has(args.command)) {
    const { refusedForAgents } = await lazyImport<typeof import("./agents/side_door.ts")>(
      "./agents/side_door.ts",
      import.meta.url,
    );
    const refused = await refusedForAgents(args);
    if (typeof refused === "string") args.agent = refused;
    else if (refused) return await tell(args, refused.error, refused.hint, EXIT.refused);
  }
  try {
    if (usesHome(args)) {
      const { homeIsSafe } = await lazyImport<typeof import("./home.ts")>("./home.ts", import.meta.url);
      if (!await homeIsSafe(args)) return EXIT.refused;
    }
    const command = await MODULES[args.command]();
    const run = args.agent === undefined ? command.run : await stoppedWithAgents(command.run);
    if (!CONNECTS.has(args.command)) return await run(args);
    const ways = await lazyImport<typeof import("./ways.ts")>("./ways.ts", import.meta.url);
    const end = ways.useWays();
    try {
      return await run(args);
    } finally {
      await end();
    }
  } catch (error) {
    const { isFileError } = await lazyImport<typeof import("../core/files/errors.ts")>(
      "../core/files/errors.ts",
      import.meta.url,
    );
    if (!isFileError(error)) throw error;
    return await tell(args, error.message, error.hint, EXIT.failed);
  }
}

/** Returns why a region cannot be one of AWS; null when it can. */
async function regionFault(region: string, command: Args["command"]) {
  // An action without a region asks for one.
  if (region === "" && command === "run") return null;
  const { isRegion } = await lazyImport<typeof import("../core/text/aws_names.ts")>(
    "../core/text/aws_names.ts",
    import.meta.url,
  );
  if (isRegion(region)) return null;
  const words = await lazyImport<typeof import("../core/document/value.ts")>(
    "../core/document/value.ts",
    import.meta.url,
  );
  return words.regionFault(region, "--region");
}

async function tell(
  called: { readonly json: boolean; readonly command?: Args["command"] },
  error: string,
  hint: string | undefined,
  status: number,
): Promise<number> {
  const { printRefusal } = await lazyImport<typeof import("./refusal.ts")>("./refusal.ts", import.meta.url);
  return printRefusal(called, error, hint, status);
}

/** Whether this process was started as the windows' process. */
async function isWindowsChild(): Promise<boolean> {
  const { CHILD_NAME, CHILD_VARIABLE } = await lazyImport<typeof import("../tray/windows/environment.ts")>(
    "../tray/windows/environment.ts",
    import.meta.url,
  );
  return Deno.env.get(CHILD_VARIABLE) === CHILD_NAME;
}

/** Commands that read nothing below the user's home when an operand names the file or folder. */
const HOMELESS: ReadonlySet<Args["command"]> = new Set([
  "validate-config",
  "print-config",
  "schema",
  "new",
  "pack",
]);

function usesHome({ command, operands, compile }: Args): boolean {
  // These commands ask the running Kedge first, which has checked the home. Without one they check it
  // themselves.
  if (command === "credentials" || command === "list") return false;
  if (command === "validate-bundle") return compile === true;
  if (command === "version" || command === "help") return false;
  return !HOMELESS.has(command) || operands.length === 0;
}
