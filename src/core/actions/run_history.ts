import { basename, join } from "node:path";
import { open, readdir, readFile } from "node:fs/promises";
import type { KedgePaths } from "../paths.ts";
import type { LogLine, RunStatus } from "../state/state.ts";

/** A run of an earlier time, as its log file tells. */
export interface PastRun {
  /** The name of its log file. */
  readonly id: string;
  readonly extension: string;
  readonly action: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly status: Extract<RunStatus, "ok" | "failed" | "timeout" | "stopped" | "refused">;
  /** The run's own time; 0 when Kedge ended before it. */
  readonly ms: number;
  readonly error?: string;
  /** How many lines {@link readPastLog} gives. */
  readonly logLines: number;
}

/** Bytes at the end of a log file in which its outcome stands; an error is far shorter. */
const TAIL = 16 * 1024;
const FIRST = /^([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+) (\d{4}-\S+Z)$/;
const LINE = /^ *(\d+\.\d{3}) (log|stdout|stderr) +?(.*)$/;
const OUTCOME = /^(ok|failed|timeout|stopped|refused) after (\d+) ms(?:: ([\s\S]*))?$/;

/** The newest runs whose log files are there, newest first. Files that are no logs of runs are left out. */
export async function readHistory(paths: Pick<KedgePaths, "logs">, most: number): Promise<PastRun[]> {
  const names = (await readdir(paths.logs).catch(() => [])).filter(isRunLog);
  const newest = names.sort((a, b) => timeOf(a) < timeOf(b) ? 1 : -1).slice(0, most);
  const runs: PastRun[] = [];
  // One after the other: a log may have megabytes.
  for (const name of newest) {
    const run = await readRun(join(paths.logs, name)).catch(() => null);
    if (run) runs.push({ ...run, logLines: (await readPastLog(paths, name)).length });
  }
  return runs;
}

/** The lines of a run of an earlier time; empty when its file is gone. */
export async function readPastLog(paths: Pick<KedgePaths, "logs">, id: string): Promise<LogLine[]> {
  if (!isRunLog(id)) return [];
  const text = await readFile(join(paths.logs, id), "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [, seconds, stream, rest] = LINE.exec(line) ?? [];
    if (seconds === undefined) return [];
    const text = rest!.slice(Math.max(0, "stdout".length - stream!.length));
    return [{ stream: stream as LogLine["stream"], text, time: Math.round(Number(seconds) * 1000) }];
  });
}

/** Names come from outside too, as ids of runs: only a plain name of a run's log file is one. */
function isRunLog(name: string): boolean {
  return /^[A-Za-z0-9._-]+~[A-Za-z0-9._-]+~\d{8}T\d{6}\.\d{3}Z~[0-9a-f]{8}\.log$/.test(name);
}

function timeOf(name: string): string {
  return name.split("~").at(-2) ?? "";
}

async function readRun(path: string): Promise<Omit<PastRun, "logLines"> | null> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const head = await read(file, 0, Math.min(size, 400));
    const [, extension, action, began] = FIRST.exec(head.split("\n", 1)[0]!) ?? [];
    if (began === undefined) return null;
    const run = { id: basename(path), extension: extension!, action: action!, startedAt: Date.parse(began) };
    const tail = await read(file, Math.max(0, size - TAIL), Math.min(size, TAIL));
    const last = /\n((?:ok|failed|timeout|stopped|refused) after \d+ ms(?:: .*(?:\n {2}.*)*)?)\n?$/.exec(
      tail,
    );
    const [, status, ms, error] = OUTCOME.exec(last?.[1] ?? "") ?? [];
    if (status === undefined) {
      return { ...run, status: "stopped", ms: 0, error: "Kedge ended before the run did." };
    }
    const why = error?.replaceAll("\n  ", "\n");
    return { ...run, status: status as PastRun["status"], ms: Number(ms), ...(why ? { error: why } : {}) };
  } finally {
    await file.close();
  }
}

async function read(file: Awaited<ReturnType<typeof open>>, from: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, from);
  return new TextDecoder().decode(buffer.subarray(0, bytesRead));
}
