import { type LogEntry, readAgentLog } from "../../core/gate/log/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import { block, oneLine } from "../../core/text/outside.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { printDocument } from "../print.ts";
import { aligned } from "../width.ts";

/** Maximum entries shown on a terminal; the JSON document contains all of them. */
const SHOWN = 200;

/** `--mcp --log`: prints what agents did, oldest entry first, and whether the log is unchanged. */
export async function run(args: Args): Promise<number> {
  const { entries, faults } = await readAgentLog(kedgePaths().logs);
  const ok = faults.length === 0;
  const status = ok ? EXIT.done : EXIT.failed;
  if (args.json) {
    await printDocument({ ok, entries, faults });
    return status;
  }
  const shown = entries.slice(-SHOWN);
  if (shown.length < entries.length) {
    console.log(`The last ${SHOWN} of ${entries.length} entries; all of them: kedge --mcp --log --json`);
  }
  for (const line of aligned(shown.map(cells))) console.log(line);
  for (const { file, line, message } of faults) console.error(block(`kedge: ${file}:${line}: ${message}`));
  if (!ok) console.error("The log is not as it was written.");
  else if (entries.length === 0) console.log("No agent has worked with Kedge.");
  else console.log(`${entries.length} entries, each following from the one before.`);
  return status;
}

/** Returns the cells of an entry: time, agent, event, subject, and statement with its outcome. */
function cells({ at, agent, what, tool, on, statement, rows, outcome }: LogEntry): string[] {
  const counted = rows === undefined ? "" : `${rows} ${rows === 1 ? "row" : "rows"}`;
  const text = [statement ?? tool ?? "", counted, outcome ?? ""].filter(Boolean).join(" · ");
  return [at.replace("T", " ").replace(/\.\d+Z$/, "Z"), agent, what, on ?? "", text]
    .map((cell) => oneLine(cell, { longest: 120 }));
}
