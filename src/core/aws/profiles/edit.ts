import { hasControl } from "../../text/controls.ts";
import { CloudError } from "../errors.ts";
import { headerName, type IniLine, MAX_SECTIONS, parseLines, type Section, splitLines } from "./ini.ts";

/** A profile that gets its credentials from a program. */
export interface ProcessProfile {
  readonly name: string;
  readonly region?: string;
  /** Absolute path of the program, and its arguments. */
  readonly command: readonly string[];
}

/** The result of adding profiles to a configuration. */
interface ProfilesEdit {
  readonly text: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Names of profiles that the user has defined otherwise, which stay unchanged. */
  readonly taken: readonly string[];
  /** Headers that stand more than once, for which the AWS CLI refuses the whole file. */
  readonly repeated: readonly string[];
}

/** Comment above a line that Kedge wrote, so that Kedge recognises the line after the program has moved. */
const MARK = "# Written by kedge --aws-profiles";

/**
 * Adds profiles to the text of `~/.aws/config` and leaves the rest unchanged, to the last character. A
 * profile that gets its credentials from this program, or whose line is below Kedge's mark, gets the new
 * command; every other one belongs to the user. Of several wanted profiles with the same name only the first
 * counts. Throws a CloudError for values that such a file cannot contain.
 */
export function withProfiles(text: string, wanted: readonly ProcessProfile[]): ProfilesEdit {
  const lines: { text: string; end: IniLine["end"] }[] = splitLines(text);
  const ending = lines.findLast(({ end }) => end !== "")?.end ?? "\n";
  const all = allSections(lines), sections = byProfile(all);
  const added: string[] = [], changed: string[] = [], taken: string[] = [];
  const put = (line: string) => void lines.push({ text: line, end: ending });
  const done = new Set<string>();
  for (const profile of wanted) {
    if (done.has(profile.name)) continue;
    done.add(profile.name);
    const line = `credential_process = ${commandLine(profile.command)}`;
    refuseBreaks(profile, line);
    const known = sections.get(profile.name) ?? [];
    if (known.length === 0) {
      const last = lines.at(-1);
      if (last?.end === "") last.end = ending;
      if (last && last.text.trim() !== "") put("");
      put(`[profile ${profile.name}]`);
      if (profile.region) put(`region = ${profile.region}`);
      put(MARK);
      put(line);
      added.push(profile.name);
      continue;
    }
    const [section] = known, at = section!.lineNumbers.get("credential_process");
    // AWS's tools differ in how they read a repeated section.
    if (known.length > 1 || at === undefined || !isKedgeLine(lines, at, profile.command)) {
      taken.push(profile.name);
    } else if (section!.settings.get("credential_process") !== commandLine(profile.command)) {
      // New lines are only appended, so the line's index is still valid.
      lines[at]!.text = line;
      changed.push(profile.name);
    }
  }
  return {
    text: lines.map(({ text, end }) => text + end).join(""),
    added,
    changed,
    taken,
    repeated: [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, { length }]) =>
      length > 1 ? name : []
    ),
  };
}

/**
 * Returns the roles of the profiles that Kedge wrote, as `ACCOUNT/ROLE`, by the profiles' names. `command` is
 * one that Kedge would write. Profiles that stand more than once are left out.
 */
export function writtenProfiles(text: string, command: readonly string[]): Map<string, string> {
  const lines = splitLines(text);
  const written = new Map<string, string>();
  for (const [name, [section, ...more]] of byProfile(allSections(lines))) {
    const at = section!.lineNumbers.get("credential_process");
    if (more.length > 0 || at === undefined || !isKedgeLine(lines, at, command)) continue;
    const target = section!.settings.get("credential_process")!.split(/\s/).at(-1)!;
    if (/^\d{12}\//.test(target)) written.set(name, target);
  }
  return written;
}

function allSections(lines: readonly IniLine[]): readonly Section[] {
  const all = parseLines(lines);
  if (all.length >= MAX_SECTIONS) {
    throw new CloudError(
      `The file has ${MAX_SECTIONS} sections or more.`,
      "Remove what nothing uses, or set AWS_CONFIG_FILE to another file.",
    );
  }
  return all;
}

function byProfile(all: readonly Section[]): Map<string, Section[]> {
  const sections = new Map<string, Section[]>();
  for (const section of all) {
    const name = section.name === "default" ? "default" : headerName(section.name, "profile");
    if (name !== null) sections.set(name, [...sections.get(name) ?? [], section]);
  }
  return sections;
}

/** Whether this program, or a Kedge at another path, wrote the setting at a line. */
function isKedgeLine(lines: readonly IniLine[], at: number, command: readonly string[]): boolean {
  // Indented lines would belong to the setting, and Kedge writes none.
  if (/^\s+[^\s#;]/.test(lines[at + 1]?.text ?? "")) return false;
  const value = lines[at]!.text.slice(lines[at]!.text.indexOf("=") + 1).trim();
  const flag = command.at(-2);
  const called = commandLine(command.slice(0, -1));
  if (value.startsWith(`${called} `)) return true;
  return lines[at - 1]?.text === MARK && new RegExp(`\\s${flag}\\s\\S+$`).test(value);
}

/** Throws for a name, region or command that an AWS tool could read as a header, a comment or a separate line. */
function refuseBreaks({ name, region = "" }: ProcessProfile, line: string): void {
  const broken = [name, region].find((word) => /[\s[\]"'#;\\]/.test(word)) ??
    [name, region, line].find(hasControl);
  if (broken === undefined) return;
  throw new CloudError(
    `${JSON.stringify(broken)} cannot stand in a file of the AWS CLI.`,
    "It has a line end, a quote or a bracket in it: names, roles and folders that Kedge can write there have none.",
  );
}

/** Formats a command for `credential_process`: words separated by spaces, in double quotes where needed. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => /^[\w./:=@+,\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`).join(
    " ",
  );
}
