import { homeFolder } from "./platform/home.ts";
import { absolutePath, below } from "./platform/path.ts";

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
  /** Which sessions with managed computers are open, and to whom they belong. */
  readonly sessions: string;
  /** What was taken of catalogues last. */
  readonly catalogs: string;
}

/** The paths of the given home; by default `KEDGE_HOME`, else `~/.kedge`. */
export function kedgePaths(home = Deno.env.get("KEDGE_HOME") || below(homeFolder(), ".kedge")): KedgePaths {
  home = absolutePath(home);
  return {
    home,
    config: below(home, "config.json"),
    extensions: below(home, "extensions"),
    state: below(home, "state.json"),
    cache: below(home, "cache"),
    logs: below(home, "logs"),
    queries: below(home, "queries"),
    sessions: below(home, "sessions"),
    catalogs: below(home, "catalogs"),
  };
}

/**
 * The folder of one installed extension. `id` must already be a valid extension id; what could lead out of the folder of
 * all extensions throws.
 */
export function extensionFolder(paths: KedgePaths, id: string): string {
  if (!/^[A-Za-z0-9._-]+$/.test(id) || /^\.+$/.test(id)) throw new RangeError("not the id of an extension");
  return below(paths.extensions, id);
}
