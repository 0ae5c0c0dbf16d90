import { lazyImport } from "../../core/lazy_import.ts";
import { plainHome } from "../../core/home.ts";
import { isPrivate } from "../../tray/instance/connect.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { parseTarget, type RoleTarget } from "./target.ts";
import { isAccountId } from "../../core/text/aws_names.ts";

/**
 * `--credentials ACCOUNT/ROLE`: credentials in the AWS `credential_process` format, so that a profile of
 * `~/.aws/config` can take them from Kedge. Programs call this often and wait for it, so a running Kedge answers when
 * there is one, and only the code for that question is loaded.
 */
export async function run(args: Args): Promise<number> {
  const target = parseTarget(args.operands[0]!);
  if (!target) {
    const { tellRefused } = await lazyImport<typeof import("../refusal.ts")>(
      "../refusal.ts",
      import.meta.url,
    );
    tellRefused(args, `"${args.operands[0]}" is not ACCOUNT/ROLE`);
    return EXIT.usage;
  }
  const document = isAccountId(target.account) ? await askRunning(target) : null;
  if (document) {
    console.log(document);
    return EXIT.done;
  }
  const { printCredentials } = await lazyImport<typeof import("./print_credentials.ts")>(
    "./print_credentials.ts",
    import.meta.url,
  );
  return await printCredentials(args, target);
}

/** The credentials of the running Kedge; null when none runs, or it has none for this role. */
async function askRunning(target: RoleTarget): Promise<string | null> {
  const home = plainHome();
  // A home that others can write to may hold somebody else's answer.
  if (!home || !await isPrivate(home).catch(() => false)) return null;
  const answer = await askFirst(home, "credentials", target);
  const document = (answer as { document?: unknown } | null | undefined)?.document;
  return typeof document === "object" && document !== null ? JSON.stringify(document) : null;
}
