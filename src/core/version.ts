import manifest from "../../deno.json" with { type: "json" };

/** The running program's version and whether it is a development build. */
export interface AppVersion {
  /** Three numeric parts, dotted. */
  readonly version: string;
  /** True when run from source: satisfies every `minAppVersion` unless `KEDGE_VERSION` acts as a release. */
  readonly development: boolean;
}

/**
 * The version from deno.json. Run from source it is a development build; there `KEDGE_VERSION`
 * makes it act as the release of that version, so that tests can see what a release does.
 */
export function appVersion(): AppVersion {
  if (Deno.build.standalone) return { version: manifest.version, development: false };
  const acting = Deno.env.get("KEDGE_VERSION");
  if (acting) return { version: acting, development: false };
  return { version: manifest.version, development: true };
}

/** True when dotted version `a` is at least `b`, compared part by part as numbers; missing parts are 0. */
export function versionAtLeast(a: string, b: string): boolean {
  const left = a.split("."), right = b.split(".");
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = Number(left[i] ?? 0) - Number(right[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
