import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Where everything of one Kedge home lies. All paths are absolute. */
export interface KedgePaths {
  readonly home: string;
  readonly config: string;
  readonly extensions: string;
  readonly state: string;
  readonly cache: string;
  readonly logs: string;
  /** Texts of query windows, and what was run in them. */
  readonly queries: string;
}

/** The paths of the given home; by default `KEDGE_HOME`, else `~/.kedge`. */
export function kedgePaths(home = Deno.env.get("KEDGE_HOME") || join(homedir(), ".kedge")): KedgePaths {
  home = resolve(home);
  return {
    home,
    config: join(home, "config.json"),
    extensions: join(home, "extensions"),
    state: join(home, "state.json"),
    cache: join(home, "cache"),
    logs: join(home, "logs"),
    queries: join(home, "queries"),
  };
}

/**
 * The folder of one installed extension. `id` must already be a valid extension id; what could lead out of the folder of
 * all extensions throws.
 */
export function extensionFolder(paths: KedgePaths, id: string): string {
  if (!/^[A-Za-z0-9._-]+$/.test(id) || /^\.+$/.test(id)) throw new RangeError("not the id of an extension");
  return join(paths.extensions, id);
}
