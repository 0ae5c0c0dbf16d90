import { headerName, parseIni } from "./ini.ts";

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

/**
 * Puts profiles into the text of `~/.aws/config` and leaves everything else as it is. One that already takes its
 * credentials from a program of Kedge's gets the new command; one that takes them from elsewhere is the user's.
 */
export function withProfiles(
  text: string,
  wanted: readonly ProcessProfile[],
  isOwn: (command: string) => boolean,
): ProfilesEdit {
  const lines = text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const sections = new Map(
    parseIni(text).flatMap((section) => {
      const name = section.name === "default" ? "default" : headerName(section.name, "profile");
      return name === null ? [] : [[name, section] as const];
    }),
  );
  const added: string[] = [], changed: string[] = [], taken: string[] = [];
  for (const profile of wanted) {
    const section = sections.get(profile.name);
    const line = `credential_process = ${commandLine(profile.command)}`;
    if (!section) {
      if (lines.length > 0 && lines.at(-1)!.trim() !== "") lines.push("");
      lines.push(`[profile ${profile.name}]`);
      if (profile.region) lines.push(`region = ${profile.region}`);
      lines.push(line);
      added.push(profile.name);
      continue;
    }
    const own = section.settings.get("credential_process");
    if (own === undefined || !isOwn(own)) {
      taken.push(profile.name);
    } else if (own !== commandLine(profile.command)) {
      // Lines are only put behind sections that stand further up, so that its own are still where they were.
      const at = lines.findIndex((text, i) => i > section.line && /^credential_process\s*=/i.test(text));
      lines[at] = line;
      changed.push(profile.name);
    }
  }
  const nothing = added.length === 0 && changed.length === 0;
  return { text: nothing ? text : lines.join(ending) + ending, added, changed, taken };
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
