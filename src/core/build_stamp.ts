/** The data that the build puts into the program, as JSON; undefined when Kedge runs from source. */
declare const KEDGE_BUILD: BuildStamp | undefined;

/** The data of a build. */
export interface BuildStamp {
  /** The commit of the sources, as hexadecimal digits; null when they were not in a repository. */
  readonly commit: string | null;
  /** The collector of anonymous counts; null for a build that sends none. */
  readonly analytics: AnalyticsTarget | null;
  /** The file about new versions; null for a build that does not check for any. */
  readonly release: ReleaseTarget | null;
}

/** A file about new versions. */
export interface ReleaseTarget {
  readonly address: string;
  /** The public key that signs it, as OpenSSH writes it: `ssh-ed25519 AAAA…`. */
  readonly key: string;
}

/** A collector that accepts PostHog's capture format. */
export interface AnalyticsTarget {
  /** Its address without a path. */
  readonly address: string;
  /** The project's key; not a secret because it only allows writing. */
  readonly key: string;
}

/**
 * Returns the stamp of the build. When run from source, `KEDGE_ANALYTICS` ("ADDRESS KEY") names a collector
 * and `KEDGE_RELEASES` ("ADDRESS KEY") a file about new versions, so that tests can act as a build with
 * these; a compiled program ignores them.
 */
export function buildStamp(): BuildStamp {
  if (typeof KEDGE_BUILD !== "undefined") return KEDGE_BUILD;
  return {
    commit: null,
    analytics: analyticsTarget(Deno.env.get("KEDGE_ANALYTICS") ?? ""),
    release: releaseTarget(Deno.env.get("KEDGE_RELEASES") ?? ""),
  };
}

/**
 * Returns the collector in a text of the form "ADDRESS KEY"; null when the text has another form. The address
 * is https, or http on this machine.
 */
export function analyticsTarget(text: string): AnalyticsTarget | null {
  const found = /^(https:\/\/[\w.:-]+|http:\/\/127\.0\.0\.1:\d+) ([\w-]{1,200})$/.exec(text);
  return found ? { address: found[1]!, key: found[2]! } : null;
}

/**
 * Returns the file about new versions in a text of the form "ADDRESS ssh-ed25519 KEY"; null when the text has
 * another form. The address is https, or http on this machine.
 */
export function releaseTarget(text: string): ReleaseTarget | null {
  const found =
    /^((?:https:\/\/[\w.:-]+|http:\/\/127\.0\.0\.1:\d+)\/[\w./%-]{1,300}) (ssh-ed25519 [\w+/=]{60,80})$/.exec(
      text,
    );
  return found ? { address: found[1]!, key: found[2]! } : null;
}
