import { lazyImport } from "../../core/lazy_import.ts";
import { plainHome } from "../../core/home.ts";
import { isPrivate } from "../../tray/instance/connect.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import type { Refused } from "../agents/verdict.ts";
import { parseTarget, type RoleTarget } from "./target.ts";
import { isAccountId } from "../../core/text/aws_names.ts";

/**
 * `--credentials ACCOUNT/ROLE`: prints credentials in the AWS `credential_process` format, so that a profile
 * of `~/.aws/config` can take them from Kedge. Programs call this often and wait for it, so a running Kedge
 * answers if there is one, and only the code for that question is loaded.
 */
export async function run(args: Args): Promise<number> {
  const target = parseTarget(args.operands[0]!);
  if (!target) return await refuse(args, `"${args.operands[0]}" is not ACCOUNT/ROLE`);
  const answer = isAccountId(target.account) ? await askRunning(target) : null;
  if (answer?.document) {
    console.log(answer.document);
    return EXIT.done;
  }
  const refused = answer?.refused ?? await (await lazyImport<typeof import("../agents/side_door.ts")>(
    "../agents/side_door.ts",
    import.meta.url,
  )).refusedForAgents(args, answer?.granted);
  if (typeof refused === "string") args.agent = refused;
  else if (refused) return await refuse(args, refused.error, refused.hint, EXIT.refused);
  const { printCredentials } = await lazyImport<typeof import("./print_credentials.ts")>(
    "./print_credentials.ts",
    import.meta.url,
  );
  return await printCredentials(args, target);
}

async function refuse(args: Args, error: string, hint?: string, status?: number): Promise<number> {
  const { printRefusal } = await lazyImport<typeof import("../refusal.ts")>("../refusal.ts", import.meta.url);
  return printRefusal(args, error, hint, status);
}

/**
 * Asks the running Kedge for credentials; null when none runs or it has none for this role. `granted`: it has
 * none, and its user lets the calling agent at them.
 */
async function askRunning(
  target: RoleTarget,
): Promise<{ readonly document?: string; readonly refused?: Refused; readonly granted?: string } | null> {
  const home = plainHome();
  // In a home that others can write to, another user's program may answer.
  if (!home || !await isPrivate(home).catch(() => false)) return null;
  const answer = await askFirst(home, "credentials", target);
  const { document, refused, granted } = (answer ?? {}) as {
    document?: unknown;
    refused?: Record<string, unknown>;
    granted?: unknown;
  };
  if (typeof refused?.error === "string" && typeof refused.hint === "string") {
    return { refused: { error: refused.error, hint: refused.hint } };
  }
  if (typeof granted === "string") return { granted };
  return typeof document === "object" && document !== null ? { document: JSON.stringify(document) } : null;
}
