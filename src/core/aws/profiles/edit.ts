import { hasControl } from "../../text/controls.ts";
import { CloudError } from "../errors.ts";
import { headerName, type IniLine, MOST_SECTIONS, parseLines, type Section, splitLines } from "./ini.ts";

/** A profile that takes its credentials from a program. */
export interface ProcessProfile {
  readonly name: string;
  readonly region?: string;
  /** The program by absolute path, and its arguments. */
  readonly command: readonly string[];
}

/** What came of putting profiles into a configuration. */
interface ProfilesEdit {
  readonly text: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Names that the user has given to something else; these stay as they are. */
  readonly taken: readonly string[];
}

/** The comment above a line that Kedge wrote, by which Kedge knows its own lines again after the program has moved. */
const MARK = "# Written by kedge --aws-profiles";

/**
 * Puts profiles into the text of `~/.aws/config` and leaves everything else as it is, to the last character. One that takes
 * its credentials from this program, or whose line has Kedge's mark above it, gets the new command; every other one is the
 * user's. Throws a CloudError for what cannot stand in such a file.
 */
export function withProfiles(text: string, wanted: readonly ProcessProfile[]): ProfilesEdit {
  const lines: { text: string; end: IniLine["end"] }[] = splitLines(text);
  const ending = lines.findLast(({ end }) => end !== "")?.end ?? "\n";
  const sections = sectionsByProfile(lines);
  const added: string[] = [], changed: string[] = [], taken: string[] = [];
  const put = (line: string) => void lines.push({ text: line, end: ending });
  for (const profile of wanted) {
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
    // The tools of AWS read a repeated section differently.
    if (known.length > 1 || at === undefined || !isKedgeLine(lines, at, profile.command)) {
      taken.push(profile.name);
    } else if (section!.settings.get("credential_process") !== commandLine(profile.command)) {
      // Lines are only put behind all others, so that its own are still where they were.
      lines[at]!.text = line;
      changed.push(profile.name);
    }
  }
  return { text: lines.map(({ text, end }) => text + end).join(""), added, changed, taken };
}

function sectionsByProfile(lines: readonly IniLine[]): Map<string, Section[]> {
  const all = parseLines(lines);
  if (all.length >= MOST_SECTIONS) {
    throw new CloudError(
      `The file has ${MOST_SECTIONS} sections or more.`,
      "Remove what nothing uses, or set AWS_CONFIG_FILE to another file.",
    );
  }
  const sections = new Map<string, Section[]>();
  for (const section of all) {
    const name = section.name === "default" ? "default" : headerName(section.name, "profile");
    if (name !== null) sections.set(name, [...sections.get(name) ?? [], section]);
  }
  return sections;
}

/** Whether the setting at a line is what this program, or a Kedge that has moved since, has written there. */
function isKedgeLine(lines: readonly IniLine[], at: number, command: readonly string[]): boolean {
  // Indented lines belong to the setting: Kedge writes none.
  if (/^\s+[^\s#;]/.test(lines[at + 1]?.text ?? "")) return false;
  const value = lines[at]!.text.slice(lines[at]!.text.indexOf("=") + 1).trim();
  const flag = command.at(-2);
  const called = commandLine(command.slice(0, -1));
  if (value.startsWith(`${called} `)) return true;
  return lines[at - 1]?.text === MARK && new RegExp(`\\s${flag}\\s\\S+$`).test(value);
}

/** A hostile name of a portal or folder could become a header, a comment or a line of its own in one of the tools. */
function refuseBreaks({ name, region = "" }: ProcessProfile, line: string): void {
  const broken = [name, region].find((word) => /[\s[\]"'#;\\]/.test(word)) ??
    [name, region, line].find(hasControl);
  if (broken === undefined) return;
  throw new CloudError(
    `${JSON.stringify(broken)} cannot stand in a file of the AWS CLI.`,
    "It has a line end, a quote or a bracket in it: names, roles and folders that Kedge can write there have none.",
  );
}

/** A command as `credential_process` takes it: split at spaces, double quotes around what has some. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => /^[\w./:=@+,\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`).join(
    " ",
  );
}

/** The name of a profile for an account and role, in letters that every tool of AWS takes. */
export function profileName(account: { readonly id: string; readonly name?: string }, role: string): string {
  // Tools of AWS differ in which letters beyond ASCII they take.
  const name = (account.name ?? "").normalize("NFD").replace(/\p{M}+/gu, "").replace(/[^\s -~]/g, "_")
    .replace(/[^\w@%+.:-]+/g, "-").replace(/^-+|-+$/g, "");
  return `${name || account.id}/${role}`;
}
