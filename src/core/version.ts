import manifest from "../../deno.json" with { type: "json" };

/** The running program's version and whether it is a development build. */
export interface AppVersion {
  /** Three numbers separated by dots. */
  readonly version: string;
  /** True when run from source: satisfies every `minAppVersion` unless `KEDGE_VERSION` acts as a release. */
  readonly development: boolean;
}

/**
 * Returns the version from deno.json. When run from source it is a development build; there `KEDGE_VERSION`
 * makes it act as the release of that version, so that tests can check the behaviour of a release.
 */
export function appVersion(acting = Deno.env.get("KEDGE_VERSION")): AppVersion {
  if (Deno.build.standalone) return { version: manifest.version, development: false };
  if (acting) return { version: acting, development: false };
  return { version: manifest.version, development: true };
}
