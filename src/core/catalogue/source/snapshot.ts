import type { AccountContext } from "../../accounts/context.ts";
import type { AwsCredentials } from "../../aws/credentials/credentials.ts";

/** The files of a catalogue at one moment, as far as its source supports that. */
export interface Snapshot {
  /** Reads one file of at most `most` bytes by its path. Throws a {@link CatalogueError}. */
  file(path: string, most: number, signal: AbortSignal): Promise<Uint8Array>;
}

/** The dependencies of sources. */
export interface SourceParts {
  /** A folder for copies of repositories; may be deleted at any time. */
  readonly cache: string;
  /** Returns credentials of an account and role. Throws the cloud's error. */
  readonly credentials: (context: AccountContext, signal: AbortSignal) => Promise<AwsCredentials>;
  readonly fetch?: typeof fetch;
}
