import { type RunOutcome, type RunSurface, startRun, trimLogs } from "../../core/actions/mod.ts";
import { readConfigFile } from "../../core/config_file/mod.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { unreadableFault } from "../../core/config/unreadable.ts";
import type { Config } from "../../core/config/config.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { type KedgePaths, kedgePaths } from "../../core/paths.ts";
import type { LogLine } from "../../core/state/state.ts";
import type { Args } from "../args.ts";
import { EXIT, OutputError } from "../exit.ts";
import { printDocument } from "../print.ts";
import { printRefusal } from "../refusal.ts";
import { onStopSignal } from "../signals.ts";
import { answering, readAnswers } from "./answers_surface.ts";
import { recordShown } from "./shown.ts";
import { createTerminalSurface } from "./terminal.ts";
import { terminalText } from "./text.ts";
import { isAccountId } from "../../core/text/aws_names.ts";

const CODES: Record<RunOutcome["status"], number> = {
  ok: EXIT.done,
  failed: EXIT.failed,
  timeout: EXIT.timeout,
  stopped: EXIT.stopped,
  refused: EXIT.refused,
};

/** `--run EXT/ACTION`: runs an installed action. Its dialogs appear on the terminal or are answered from a file. */
export async function run(args: Args): Promise<number> {
  const name = args.operands[0]!;
  const parts = name.split("/");
  if (parts.length !== 2 || !parts[0] || !parts[1]) {
    const error = `"${name}" does not name an action; write EXTENSION/ACTION`;
    return printRefusal(args, error, "Try: kedge --list");
  }
  const answers = args.answers === undefined ? null : await readAnswers(args.answers);
  if (answers && "error" in answers) {
    return printRefusal(args, answers.error);
  }
  const paths = kedgePaths();
  const config = readConfigFile(paths.config, { ownedByUser: true });
  if (config.status === "unreadable") {
    const fault = unreadableFault(config.diagnostics);
    const position = fault?.line === undefined ? "" : `line ${fault.line}, column ${fault.column ?? 1}: `;
    const { message, hint = "" }: Pick<Diagnostic, "message" | "hint"> = fault ??
      { message: "it cannot be read" };
    console.error(
      terminalText(
        `kedge: the defaults are in force, because of ${paths.config}: ${position}${message}\n${hint}`.trim(),
        false,
      ),
    );
  }
  const choices = accountChoices(paths, config.config);
  const account = args.account && !isAccountId(args.account)
    ? await choices.named(args.account)
    : args.account;
  if (typeof account === "object") return printRefusal(args, account.error, account.hint, account.status);
  const log: Pick<LogLine, "stream" | "text">[] = [];
  let failed: string | undefined;
  const unanswered = (reason: string) => {
    // The action is stopped only once, so that it can clean up.
    if (failed === undefined) active.stop();
    failed ??= reason;
  };
  const terminal = createTerminalSurface({
    quiet: args.json,
    answered: answers !== null || args.json,
    onUnanswerable: unanswered,
    choices,
  });
  const surface: RunSurface = {
    ...terminal.surface,
    // Only the document needs the lines, and a terminal gets them without a limit.
    ...(args.json ? { log: ({ stream, text }) => void log.push({ stream, text }) } : {}),
    ...(answers || args.json ? answering(answers, unanswered) : {}),
  };
  const recorded = recordShown(surface);
  const active = startRun({
    paths,
    config: config.config,
    extension: parts[0],
    action: parts[1],
    fromCommandLine: true,
    flags: {
      ...(account === undefined ? {} : { account }),
      ...(args.role === undefined ? {} : { role: args.role }),
      ...(args.region === undefined ? {} : { region: args.region }),
    },
  }, recorded.surface);
  // Runs have their own process groups, so Ctrl-C of the terminal must be passed on to them.
  const release = onStopSignal(() => active.stop());
  terminal.onInterrupt(() => active.stop());
  let outcome = await active.done;
  release();
  terminal.close();
  if (failed !== undefined) outcome = { ...outcome, status: "failed", error: active.hide(failed) };
  if (outcome.status === "refused") {
    const { developedHint } = await lazyImport<typeof import("./developed.ts")>(
      "./developed.ts",
      import.meta.url,
    );
    const hint = await developedHint(paths.home, parts[0], parts[1]);
    if (hint !== undefined) {
      outcome = { ...outcome, hint: outcome.hint ? `${outcome.hint}\n${hint}.` : `${hint}.` };
    }
  }
  const { status, error, hint, ms } = outcome;
  if (args.json) {
    const { shown } = recorded;
    await printDocument({ ok: status === "ok", status, ...(error ? { error } : {}), log, shown, ms });
  } else if (status !== "ok") {
    console.error(terminalText(`kedge: ${error ?? status}${hint ? `\n${hint}` : ""}`, false));
  }
  await trimLogs(paths);
  const unwritten = terminal.unwritten();
  if (status === "ok" && unwritten) throw new OutputError(unwritten);
  return CODES[status];
}

/** The user's accounts and their roles, which are loaded when an action asks for them. */
function accountChoices(paths: KedgePaths, config: Config) {
  const load = () =>
    lazyImport<typeof import("../accounts/account_choices.ts")>(
      "../accounts/account_choices.ts",
      import.meta.url,
    );
  return {
    named: async (account: string) => {
      const stop = new AbortController(), release = onStopSignal(() => stop.abort());
      try {
        return await (await load()).chosenAccount(paths, config, account, stop.signal);
      } finally {
        release();
      }
    },
    accounts: async (signal: AbortSignal) => await (await load()).accountsToOffer(paths, config, signal),
    roles: async (account: string, signal: AbortSignal) =>
      await (await load()).rolesToOffer(paths, config, account, signal),
  };
}
