import { lazyImport } from "../../core/lazy_import.ts";
import type { Config } from "../../core/config/config.ts";
import type { Questions } from "../../tray/instance/mod.ts";
import { accountTitle } from "../../core/accounts/words.ts";
import type { App } from "../../core/app/app.ts";
import { needsSignIn } from "../../core/aws/errors.ts";
import type { ExtensionState } from "../../core/state/state.ts";
import { isAccountId } from "../../core/text/aws_names.ts";
import type { PrintedAddress } from "./greeting.ts";
import type { SideDoor } from "./side_door.ts";
import { fieldsOf } from "../../core/json_values.ts";

/** Returns the questions, by name, that short commands send to the running Kedge instead of loading its code. */
export function questions(
  config: () => Config,
  signIn: () => App["signIn"],
  installed: () => Promise<readonly ExtensionState[]>,
  address: () => Promise<PrintedAddress | null>,
  windows: () => Promise<boolean>,
  sideDoor: Pick<SideDoor, "ask" | "refusesCredentials">,
): Questions {
  return {
    /** Returns the installed extensions, checked now. Extensions under development are not installed. */
    extensions: () => installed(),
    /** Returns a new address of the home page; null when windows show it. */
    address,
    /** Returns whether opened windows are visible. */
    windows,
    /** Returns whether an agent may run a command. */
    "side-door": sideDoor.ask,
    /**
     * Returns credentials of the portal, which do not depend on the caller; all others depend on the caller's
     * environment. An agent that the user lets at them is told so where the portal has none.
     */
    async credentials(question, callers) {
      const { account, role } = fieldsOf(question);
      if (typeof account !== "string" || typeof role !== "string" || !isAccountId(account)) return null;
      const signal = AbortSignal.timeout(PATIENCE);
      const verdict = await sideDoor.refusesCredentials({ account, role }, callers, signal);
      if (verdict === "untold") return null;
      if (verdict && "error" in verdict) return { refused: verdict };
      const { cloudOf, processDocument, CloudError } = await lazyImport<
        typeof import("../../core/aws/mod.ts")
      >(
        "../../core/aws/mod.ts",
        import.meta.url,
      );
      const cloud = cloudOf(config());
      if (!cloud.portal) return verdict;
      const ask = async () => ({
        document: processDocument(await cloud.fromPortal({ account, role }, signal)),
      });
      // The caller then tries other credentials and reports its own error.
      const none = (error: unknown) => {
        if (error instanceof CloudError || (error as Error).name === "TimeoutError") return verdict;
        throw error;
      };
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof CloudError) || !needsSignIn(error)) return none(error);
        // A sign-in may be in progress. The question of a program does not start one, because there may be no
        // user.
        signIn().wanted(`A program asks for credentials of ${accountTitle(account)}.`);
        return await signIn().underWay(signal) ? await ask().catch(none) : verdict;
      }
    },
  };
}

/** Time limit for AWS and the user, in ms; slightly shorter than the caller's. */
const PATIENCE = 50_000;
