/** What the build put into the program, as JSON; not there when Kedge runs from its sources. */
declare const KEDGE_BUILD: BuildStamp | undefined;

/** What a build says of itself. */
export interface BuildStamp {
  /** The commit of the sources, as hexadecimal digits; null when they lay in no repository. */
  readonly commit: string | null;
  /** Where anonymous counts go; null for a build that sends none. */
  readonly analytics: AnalyticsTarget | null;
  /** Where the file that tells of new versions lies; null for a build that looks for none. */
  readonly release: ReleaseTarget | null;
}

/** A file that tells of new versions. */
export interface ReleaseTarget {
  readonly address: string;
  /** The public key that signs it, as OpenSSH writes it: `ssh-ed25519 AAAA…`. */
  readonly key: string;
}

/** A collector that speaks PostHog's capture format. */
export interface AnalyticsTarget {
  /** Its address without a path. */
  readonly address: string;
  /** The project's key: it may write and nothing else, so it is no secret. */
  readonly key: string;
}

/**
 * The stamp of the build. From source, `KEDGE_ANALYTICS` ("ADDRESS KEY") names a collector and `KEDGE_RELEASES`
 * ("ADDRESS KEY") a file of new versions, so that tests can see a build that has one; a compiled program ignores
 * them.
 */
export function buildStamp(): BuildStamp {
  if (typeof KEDGE_BUILD !== "undefined") return KEDGE_BUILD;
  return {
    commit: null,
    analytics: analyticsTarget(Deno.env.get("KEDGE_ANALYTICS") ?? ""),
    release: releaseTarget(Deno.env.get("KEDGE_RELEASES") ?? ""),
  };
}

/** The collector that a text of the form "ADDRESS KEY" names; null when it names none. https, or http on this machine. */
export function analyticsTarget(text: string): AnalyticsTarget | null {
  const found = /^(https:\/\/[\w.:-]+|http:\/\/127\.0\.0\.1:\d+) ([\w-]{1,200})$/.exec(text);
  return found ? { address: found[1]!, key: found[2]! } : null;
}

/** The file of new versions that a text of the form "ADDRESS ssh-ed25519 KEY" names; null when it names none. https, or http on this machine. */
export function releaseTarget(text: string): ReleaseTarget | null {
  const found =
    /^((?:https:\/\/[\w.:-]+|http:\/\/127\.0\.0\.1:\d+)\/[\w./%-]{1,300}) (ssh-ed25519 [\w+/=]{60,80})$/.exec(
      text,
    );
  return found ? { address: found[1]!, key: found[2]! } : null;
}
