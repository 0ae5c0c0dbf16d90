import { listExtensions } from "../../core/extensions/list.ts";
import { kedgePaths } from "../../core/paths.ts";
import type { ExtensionState } from "../../core/state/state.ts";
import { appVersion } from "../../core/version.ts";

/** The installed extensions as they are on disk. */
export function readExtensions(): Promise<readonly ExtensionState[]> {
  return listExtensions(kedgePaths(), appVersion());
}
