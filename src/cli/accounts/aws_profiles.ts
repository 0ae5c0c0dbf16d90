import { dirname } from "node:path";
import { usualRegion } from "../../core/accounts/region.ts";
import { awsFiles, LARGEST } from "../../core/aws/profiles/files.ts";
import { type ProcessProfile, profileName, withProfiles } from "../../core/aws/profiles/edit.ts";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import { FileFault, isFileFault } from "../../core/files/fault.ts";
import { readRegularFileNow } from "../../core/files/read.ts";
import { hostSystem } from "../../core/platform/mod.ts";
import { diffLines } from "../../core/text/diff.ts";
import { spelled } from "../../core/text/hidden.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { askYes } from "../question.ts";
import { systemErrorText } from "../system_error.ts";
import { colorsFor } from "../colours.ts";
import { ownCommandAnywhere } from "./own_command.ts";
import { reporting, tell } from "./reporting.ts";
import { type AccountServices, surroundings, targetOf } from "./surroundings.ts";
import { parseTarget } from "./target.ts";

/** More profiles than anybody wants at once, unless by mistake. */
const MOST = 500;

/** Unchanged lines that are shown around a change. */
const AROUND = 2;

/**
 * `--aws-profiles [ACCOUNT[/ROLE]…]`: profiles in the user's AWS configuration that take their credentials from Kedge. Shows
 * the change and asks; nothing is written without a yes.
 */
export async function run(args: Args): Promise<number> {
  return await reporting(args, async (signal) => {
    const around = surroundings();
    const wanted = await wantedProfiles(args, around, signal);
    if (!wanted) return EXIT.usage;
    if (wanted.length > MOST) {
      return tell(
        args,
        `That would be ${wanted.length} profiles.`,
        "Name the accounts that you need.",
        EXIT.usage,
      );
    }
    const { config: file } = awsFiles();
    const before = textOf(file, readRegularFileNow(file, LARGEST));
    const edit = withProfiles(before, wanted);
    const { added, changed, taken } = edit;
    for (const name of taken) say(`profile ${name} is yours, and stays as it is`);
    if (edit.text === before) {
      if (args.json) console.log(JSON.stringify({ ok: true, file, added, changed, taken }));
      else console.log("Nothing to change.");
      return EXIT.done;
    }
    console.error(`${file}:\n${difference(before, edit.text)}`);
    const sure = args.yes || await askYes("Write this? [y/N] ");
    if (!sure) {
      const hint = sure === null ? "Nobody answered: --yes writes it without a question." : undefined;
      return tell(args, "Nothing was written.", hint, EXIT.refused);
    }
    await write(file, before, edit.text);
    if (args.json) console.log(JSON.stringify({ ok: true, file, added, changed, taken }));
    else console.log(`Try: aws sts get-caller-identity --profile ${[...added, ...changed][0]}`);
    return EXIT.done;
  });
}

async function wantedProfiles(
  args: Args,
  around: AccountServices,
  signal: AbortSignal,
): Promise<ProcessProfile[] | null> {
  const { cloud, paths, config } = around;
  const catalog = await cloud.catalog(paths.cache);
  const operands = args.operands.length > 0 ? args.operands : (catalog?.accounts() ?? []).map(({ id }) => id);
  if (operands.length === 0) {
    tell(args, "Kedge knows no accounts yet.", "Sign in, or name them: kedge --aws-profiles ACCOUNT/ROLE", 0);
    return null;
  }
  const wanted: ProcessProfile[] = [];
  for (const operand of operands) {
    const found = await targetOf(args, around, parseTarget(operand));
    if (!found) return null;
    const { account: id, role } = found;
    const known = catalog?.account(id);
    // Without one the tools of AWS refuse to begin. Not that of this terminal's environment: the file outlives it.
    const region = config.accounts.find(({ accountId }) => accountId === id)?.region ??
      usualRegion(config, undefined);
    const roles = role ? [role] : await cloud.roles(id, found.region, signal);
    for (const role of roles.filter((role) => role !== "")) {
      wanted.push({
        name: profileName({ id, ...(known?.name ? { name: known.name } : {}) }, role),
        command: ownCommandAnywhere(paths, ["--credentials", `${id}/${role}`], hostSystem().name),
        region,
      });
    }
  }
  return wanted;
}

/** The changed lines with a few around them, as `diff -u` shows them. */
function difference(before: string, after: string): string {
  const lines = diffLines(before.split(/\r?\n/), after.split(/\r?\n/));
  const near = (i: number) =>
    lines.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(({ kind }) => kind !== "same");
  const colours = colorsFor(Deno.stderr);
  return lines.filter((_, i) => near(i)).map(({ kind, text }) => {
    const line = `${kind === "add" ? "+" : kind === "remove" ? "-" : " "} ${spelled(text)}`;
    return colours && kind !== "same" ? `\x1b[${kind === "add" ? 32 : 31}m${line}\x1b[0m` : line;
  }).join("\n");
}

async function write(file: string, before: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(file));
    const mode = await Deno.stat(file).then(({ mode }) => (mode ?? 0o600) & 0o777, () => 0o600);
    if ((mode & 0o200) === 0) throw new FileFault("it is read-only", `If you mean it: chmod u+w ${file}`);
    await writeFileAtomic(file, text, mode, () => {
      if (textOf(file, readRegularFileNow(file, LARGEST)) !== before) {
        throw new FileFault("it was changed meanwhile", "Try again.");
      }
    });
  } catch (error) {
    const [why, hint] = isFileFault(error) ? [error.message, error.hint] : [
      systemErrorText(error),
      "Make the file and its folder writable, or set AWS_CONFIG_FILE to another file.",
    ];
    throw new FileFault(`${file} was not written: ${why}`, hint);
  }
}

/**
 * The exact text of the file, empty when there is no file. Throws when the file cannot be read completely as text,
 * because writing it back would lose content.
 */
function textOf(file: string, read: ReturnType<typeof readRegularFileNow>): string {
  const elsewhere = "Set AWS_CONFIG_FILE to another file.";
  if (!read.ok) {
    if (read.why === "missing") return "";
    throw new FileFault(`${file} was not written: ${read.message}`, read.hint);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(read.bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Reported below.
  }
  throw new FileFault(`${file} was not written: it is no text in UTF-8`, elsewhere);
}

function say(text: string): void {
  console.error(`kedge: ${spelled(text)}`);
}
