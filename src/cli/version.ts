import { buildStamp } from "../core/build_stamp.ts";
import { appVersion } from "../core/version.ts";
import type { Args } from "./args.ts";
import { EXIT } from "./exit.ts";

/**
 * `--version`: prints the version; with `--json` also whether it is a development build, and the commit of a
 * release.
 */
export function run({ json }: Args): number {
  const { version, development } = appVersion();
  const { commit } = buildStamp();
  const stamped = { version, development, ...(commit === null ? {} : { commit }) };
  console.log(json ? JSON.stringify(stamped) : `kedge ${version}`);
  return EXIT.done;
}
