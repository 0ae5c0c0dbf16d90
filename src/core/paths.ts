import { homeFolder } from "./platform/home.ts";
import { absolutePath, below } from "./platform/path.ts";

/** The paths of one Kedge home, all absolute. */
export interface KedgePaths {
  readonly home: string;
  readonly config: string;
  readonly extensions: string;
  readonly state: string;
  readonly cache: string;
  readonly logs: string;
  /** Texts of query windows and their history. */
  readonly queries: string;
  /** Records of open sessions with managed computers. */
  readonly sessions: string;
  /** The catalogues that were last accepted. */
  readonly catalogs: string;
  /** The program that `ssh` calls with a question. */
  readonly askpass: string;
}

/** Returns the paths of a home; by default of `KEDGE_HOME`, otherwise of `~/.kedge`. */
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
    askpass: below(home, "askpass"),
  };
}

/**
 * Returns the folder of one installed extension. `id` must already be a valid extension id; throws when it
 * could lead out of the folder of all extensions.
 */
export function extensionFolder(paths: KedgePaths, id: string): string {
  if (!/^[A-Za-z0-9._-]+$/.test(id) || /^\.+$/.test(id)) throw new RangeError("not the id of an extension");
  return below(paths.extensions, id);
}
