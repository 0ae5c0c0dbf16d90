import { awsFiles, MAX_SIZE } from "../../core/aws/profiles/files.ts";
import { type ProcessProfile, withProfiles, writtenProfiles } from "../../core/aws/profiles/edit.ts";
import { profileNamer } from "../../core/aws/profiles/profile_names.ts";
import { type EditedFile, readEditedText, writeEditedText } from "../../core/files/edited_text.ts";
import { hostSystem } from "../../core/platform/mod.ts";
import { isTranslocated, TRANSLOCATED } from "../../core/platform/running_program.ts";
import { spelled } from "../../core/text/hidden.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { changedLines } from "../difference.ts";
import { agreed } from "./agreed.ts";
import { kedgeCommandAnywhere } from "./kedge_command.ts";
import { reporting, tell } from "./reporting.ts";
import { type AccountServices, listedAccounts, regionOf, surroundings, targetOf } from "./surroundings.ts";

/** Maximum number of profiles written at once. More would be a mistake. */
const MAX_COUNT = 500;

/**
 * `--aws-profiles [ACCOUNT[/ROLE]…]`: adds profiles to the user's AWS configuration that take their
 * credentials from Kedge. Shows the change and asks; writes nothing without a yes.
 */
export async function run(args: Args): Promise<number> {
  if (isTranslocated()) return tell(args, TRANSLOCATED.message, TRANSLOCATED.hint, EXIT.failed);
  return await reporting(args, async (signal) => {
    const around = surroundings();
    const { config: file } = awsFiles();
    const edited: EditedFile = { file, most: MAX_SIZE, hint: "Set AWS_CONFIG_FILE to another file." };
    const before = readEditedText(edited);
    const found = await wantedProfiles(args, around, before, signal);
    if (!found) return EXIT.usage;
    const { wanted, told } = found;
    if (wanted.length > MAX_COUNT) {
      return tell(
        args,
        `That would be ${wanted.length} profiles.`,
        "Name the accounts that you need.",
        EXIT.usage,
      );
    }
    for (const why of told) say(why);
    if (wanted.length === 0) {
      return tell(args, "No role of these accounts is known.", "Sign in: kedge --sign-in", EXIT.failed);
    }
    const edit = withProfiles(before, wanted);
    const { added, changed, taken, repeated } = edit;
    for (const name of taken) say(`profile ${name} is yours, and stays as it is`);
    for (const header of repeated) {
      say(`[${header}] stands more than once in ${file}, and the AWS CLI refuses the file: keep one of them`);
    }
    if (edit.text === before) {
      if (args.json) console.log(JSON.stringify({ ok: true, file, added, changed, taken }));
      else console.log("Nothing to change.");
      return EXIT.done;
    }
    console.error(`${file}:\n${changedLines(before.split(/\r?\n/), edit.text.split(/\r?\n/))}`);
    const status = await agreed(args, "Write this? [y/N] ", "writes it");
    if (status !== EXIT.done) return status;
    await writeEditedText(edited, before, edit.text);
    if (args.json) console.log(JSON.stringify({ ok: true, file, added, changed, taken }));
    else console.log(`Try: aws sts get-caller-identity --profile ${[...added, ...changed][0]}`);
    return EXIT.done;
  });
}

/**
 * Returns the profiles of the roles that the operands name, each role once, and why some are missing or not
 * named as usual; null when an operand is invalid. `before` is the text of the file.
 */
async function wantedProfiles(
  args: Args,
  around: AccountServices,
  before: string,
  signal: AbortSignal,
): Promise<{ readonly wanted: readonly ProcessProfile[]; readonly told: ReadonlySet<string> } | null> {
  const { cloud, paths } = around;
  const named = args.operands.length > 0;
  const portalAccounts = await (named ? cloud.portalAccounts(paths.cache) : listedAccounts(around, signal));
  const operands = named ? args.operands : (portalAccounts?.accounts() ?? []).map(({ id }) => id);
  if (operands.length === 0) {
    tell(args, "Kedge knows no accounts yet.", "Sign in, or name them: kedge --aws-profiles ACCOUNT/ROLE", 0);
    return null;
  }
  const commandOf = (target: string) =>
    kedgeCommandAnywhere(paths, ["--credentials", target], hostSystem().name);
  const targets: NonNullable<Awaited<ReturnType<typeof targetOf>>>[] = [];
  for (const operand of operands) {
    const found = await targetOf(args, around, signal, operand);
    if (!found) return null;
    targets.push(found);
  }
  // The name of an account may have filled the list.
  const nameOf = profileNamer(portalAccounts?.accounts() ?? [], writtenProfiles(before, commandOf("")));
  const wanted = new Map<string, ProcessProfile>(), told = new Set<string>();
  for (const { account: id, role, region: own } of targets) {
    // AWS's tools refuse to start without a region. The region of this terminal's environment is not used,
    // because the file outlives the terminal.
    const region = await regionOf(id, around, undefined);
    const known = role ? [role] : await cloud.roles(id, own, signal);
    const roles = known.filter((role) => role !== "");
    if (roles.length === 0) told.add(`no role of ${id} is known, so it gets no profile`);
    for (const role of roles) {
      const target = `${id}/${role}`, { name, told: why } = nameOf(id, role);
      wanted.set(target, { name, command: commandOf(target), region });
      if (why !== undefined) told.add(why);
    }
  }
  return { wanted: [...wanted.values()], told };
}

function say(text: string): void {
  console.error(`kedge: ${spelled(text)}`);
}
