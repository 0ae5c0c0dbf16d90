import { cpus, release, totalmem } from "node:os";
import { findProgram } from "../../src/core/platform/mod.ts";
import { isMissed } from "./goal.ts";

/** The lines of one benchmark file. */
export interface Measured {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The machine and the day of a measurement. */
export interface Machine {
  /** The day, as `2026-01-31`. */
  readonly date: string;
  /** One line for each fact: processor, memory, system, versions. */
  readonly facts: readonly string[];
}

/** Returns the page of measurements in Markdown. */
export function benchDocument({ date, facts }: Machine, measured: readonly Measured[]): string {
  return [
    "# Measured",
    "",
    "Written by `deno task bench --write`; each line compares with a named peer, or with a goal, within the same run.",
    `Measured on ${date} on a machine with:`,
    "",
    ...facts.map((fact) => `- ${fact}`),
    ...missedGoals(measured),
    ...measured.flatMap(({ name, lines }) => ["", `## ${title(name)}`, "", ...lines.map(item)]),
    "",
  ].join("\n");
}

/** The records that say why goals of a benchmark file are missed. */
const RECORDS: Readonly<Record<string, string>> = {
  palette: "0024-windows.md",
  start: "0031-short-commands.md",
};

/** Returns the section of missed goals, if there are any. */
function missedGoals(measured: readonly Measured[]): string[] {
  const lines = measured.flatMap(({ name, lines }) =>
    lines.filter(isMissed).map((line) => {
      const record = RECORDS[name];
      return `- ${title(name)}: ${plain(line)}${record ? ` ([why](decisions/${record}))` : ""}`;
    })
  );
  if (lines.length === 0) return [];
  return ["", "## Missed goals", "", "Without a link, no record gives a reason.", "", ...lines];
}

const title = (name: string) =>
  name === "sql" ? "SQL" : name[0]!.toUpperCase() + name.slice(1).replaceAll("_", " ");

const item = (line: string) => `- ${plain(line)}`;

/** Returns a benchmark's line without the spaces that align it on a terminal. */
const plain = (line: string) => line.trim().replaceAll(/ {2,}/g, " · ");

/** Returns facts about this machine; missing programs are left out. */
export async function thisMachine(): Promise<Machine> {
  const [cpu] = cpus();
  const versions = await Promise.all([
    ["go", "version"],
    ["psql", "--version"],
    ["mariadb", "--version"],
    ["chromium-headless-shell", "--version"],
  ].map(([program, ...args]) => versionOf(program!, args)));
  return {
    date: new Date().toISOString().slice(0, 10),
    facts: [
      `${cpus().length} × ${cpu?.model.trim() ?? "an unknown processor"}, ${
        Math.round(totalmem() / 2 ** 30)
      } GB of memory`,
      `${await systemName()}, kernel ${release()}, ${Deno.build.arch}`,
      `Deno ${Deno.version.deno} (V8 ${Deno.version.v8})`,
      ...versions.filter((version) => version !== null),
    ],
  };
}

async function systemName(): Promise<string> {
  const text = await Deno.readTextFile("/etc/os-release").catch(() => "");
  return /^PRETTY_NAME="(.*)"$/m.exec(text)?.[1] ?? Deno.build.os;
}

async function versionOf(name: string, args: readonly string[]): Promise<string | null> {
  const program = await findProgram(name);
  if (!program) return null;
  const { success, stdout } = await new Deno.Command(program, { args: [...args], stderr: "null" }).output();
  return success ? new TextDecoder().decode(stdout).split("\n")[0]!.trim() : null;
}
