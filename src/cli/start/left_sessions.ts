import { lazyImport } from "../../core/lazy_import.ts";
import type { Logger } from "../../core/files/logger.ts";
import type { KedgePaths } from "../../core/paths.ts";

/** Ends the sessions at AWS that a killed Kedge left open, if there are any. Nothing waits for this. */
export function endWhatWasLeft({ sessions }: KedgePaths, logger: Logger): void {
  const work = async () => {
    for await (const _ of Deno.readDir(sessions)) {
      const { endLeftSessions } = await lazyImport<typeof import("../../core/ways/ssm/left_sessions.ts")>(
        "../../core/ways/ssm/left_sessions.ts",
        import.meta.url,
      );
      return await endLeftSessions();
    }
  };
  work().catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) logger.error("ending sessions that were left", error);
  });
}
