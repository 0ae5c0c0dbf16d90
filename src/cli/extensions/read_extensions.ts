import { listExtensions } from "../../core/extensions/list.ts";
import { kedgePaths } from "../../core/paths.ts";
import type { ExtensionState } from "../../core/state/state.ts";
import { appVersion } from "../../core/version.ts";

/** Reads the installed extensions from disk. */
export function readExtensions(): Promise<readonly ExtensionState[]> {
  return listExtensions(kedgePaths(), appVersion());
}
