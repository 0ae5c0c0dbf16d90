import { compileAction, isQuickToCompile } from "../../core/actions/mod.ts";
import { verifyExtension } from "../../core/extensions/mod.ts";
import type { Logger } from "../../core/files/logger.ts";
import type { KedgePaths } from "../../core/paths.ts";

/**
 * Compiles every action of an extension in the background, one after the other, so that its first click
 * starts at once. Calls `onBroken` for each action that does not compile.
 */
export async function warmExtension(
  paths: KedgePaths,
  id: string,
  logger: Logger,
  onBroken: (error: string) => void = () => {},
): Promise<void> {
  try {
    const verified = await verifyExtension(paths, id);
    if (verified.trust !== "trusted" || !isQuickToCompile(verified.bundle)) return;
    const { manifest, files } = verified.bundle;
    for (const entry of new Set(manifest.actions.map((action) => action.entry))) {
      const compiled = await compileAction(paths, { entry, files }, { background: true });
      if (compiled.ok) continue;
      logger.info(`${id}: ${entry} does not compile yet: ${compiled.error}`);
      onBroken(`${entry}: ${compiled.error}`);
    }
  } catch (error) {
    logger.error(`compiling ${id}`, error);
  }
}
