import { type CloudLine, readLogEvents } from "../../core/aws/logs/events.ts";
import { GROUP_NAME } from "../../core/aws/logs/group_name.ts";
import { sinceOf } from "../../core/aws/logs/since.ts";
import { createTail, leftOutWords } from "../../core/aws/logs/tail.ts";
import { CloudError } from "../../core/aws/errors.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { restFor } from "../../core/resources/polled.ts";
import { safeJson } from "../../core/text/controls.ts";
import { block, outputLine } from "../../core/text/outside.ts";
import { tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { ReaderGoneError, standardOutput } from "../query/output.ts";
import { atLastingResources, type TargetNow } from "./target.ts";

/** Default age of the oldest printed lines. */
const SINCE = "1h";
/** Pause before reading new lines, in ms. */
const EVERY = 2000;

/** `--logs ACCOUNT[/ROLE] GROUP`: prints the lines of a log group, or the rows of a query with `--query`. */
export async function run(args: Args): Promise<number> {
  const [, group = ""] = args.operands;
  const now = Date.now();
  const from = sinceOf(args.since ?? SINCE, now);
  if (from === null) {
    return tell(
      args,
      `--since is a time, not "${args.since}"`,
      "So long ago: 90s, 15m, 1h, 2d, 1w; or from a moment on: 2026-01-31T08:00:00Z.",
      EXIT.usage,
    );
  }
  if (!GROUP_NAME.test(group)) {
    return tell(args, `"${group}" is not the name of a log group`, undefined, EXIT.usage);
  }
  if (args.query !== undefined && args.follow) {
    return tell(args, "--follow is for lines: a query ends by itself", undefined, EXIT.usage);
  }
  if (args.query === undefined && (args.format !== undefined || args.limit !== undefined)) {
    return tell(args, "--format and --limit are for the rows of a --query", undefined, EXIT.usage);
  }
  if (args.query !== undefined) {
    const { printRows } = await lazyImport<typeof import("./insights.ts")>("./insights.ts", import.meta.url);
    return await printRows(args, { groups: [group], text: args.query, from, to: now });
  }
  return await atLastingResources(
    args,
    (target, signal) => printLines(args, target, { group, from }, signal),
  );
}

/** Prints lines page by page, so that only one page is in memory. */
async function printLines(
  args: Args,
  target: TargetNow,
  { group, from }: { readonly group: string; readonly from: number },
  signal: AbortSignal,
): Promise<number> {
  const output = standardOutput();
  const form = args.json ? documentOf() : { open: "", close: "", text: linesOf };
  const write = async (text: string) => {
    if (text !== "") await output.write(new TextEncoder().encode(text));
  };
  const tail = createTail({
    sources: [{
      async read(asked, signal) {
        return await readLogEvents(await target(signal), { group }, asked, signal);
      },
    }],
    back: [Date.now() - from],
    now: Date.now,
    // Without --follow the whole time span is read; with it only the newest lines are.
    ...(args.follow ? {} : { mostPages: Infinity }),
  });
  const takes = {
    lines: (lines: readonly CloudLine[]) => write(form.text(lines)),
    leftOut: (what: Parameters<typeof leftOutWords>[0]) =>
      console.error(`kedge: ${leftOutWords(what, (at) => new Date(at).toISOString())}`),
  };
  let fault: CloudError | null = null;
  try {
    await write(form.open);
    try {
      await tail.look(takes, signal);
      while (args.follow && !signal.aborted) {
        await restFor(fault ? 3 * EVERY : EVERY, signal);
        if (signal.aborted) break;
        fault = await look(fault);
      }
    } catch (error) {
      if (error instanceof CloudError) fault = error;
      else if (error !== signal.reason) throw error;
    }
    await write(form.close);
  } catch (error) {
    if (error instanceof ReaderGoneError) return EXIT.done;
    throw error;
  }
  if (signal.aborted) return args.follow ? EXIT.done : EXIT.stopped;
  if (fault === null) return EXIT.done;
  console.error(block(`kedge: ${fault.message}${fault.terminalHint ? `\n${fault.terminalHint}` : ""}`));
  return fault.code === "timeout" ? EXIT.timeout : EXIT.failed;

  /**
   * Reads new lines. A temporary fault (too many calls, no network) is printed once and returned; the caller
   * waits and tries again.
   */
  async function look(before: CloudError | null): Promise<CloudError | null> {
    try {
      await tail.look(takes, signal);
      return null;
    } catch (error) {
      if (!(error instanceof CloudError) || signal.aborted || !PASSING.has(error.code)) throw error;
      if (error.message !== before?.message) console.error(`kedge: ${block(error.message)}`);
      return error;
    }
  }
}

/** Kinds of faults that pass by themselves. */
const PASSING: ReadonlySet<string> = new Set(["throttled", "offline", "timeout"]);

/** Returns lines for people and pipes, each with its time. */
function linesOf(lines: readonly CloudLine[]): string {
  return lines.map(({ at, text }) => {
    const time = new Date(at).toISOString();
    const parts = text.replace(/\r?\n$/, "").split(/\r?\n/);
    return parts.map((part) => `${time} ${outputLine(part)}\n`).join("");
  }).join("");
}

/** Returns the parts of one JSON document for any number of lines. */
function documentOf() {
  let any = false;
  return {
    open: "[",
    close: "]\n",
    text: (lines: readonly CloudLine[]) =>
      lines.map(({ at, text, stream }) => {
        const line = { at: new Date(at).toISOString(), ...(stream === undefined ? {} : { stream }), text };
        const before = any ? ",\n" : "";
        any = true;
        return before + safeJson(JSON.stringify(line));
      }).join(""),
  };
}
