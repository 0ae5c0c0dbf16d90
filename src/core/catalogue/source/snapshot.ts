import type { AccountContext } from "../../accounts/context.ts";
import type { AwsCredentials } from "../../aws/credentials/credentials.ts";

/** The files of a catalogue at one moment, as far as its source can hold them still. */
export interface Snapshot {
  /** One file by its path, of at most so many bytes. Throws a {@link CatalogueFault}. */
  file(path: string, most: number, signal: AbortSignal): Promise<Uint8Array>;
}

/** What sources are read with. */
export interface SourceParts {
  /** A folder for copies of repositories; may be deleted at any time. */
  readonly cache: string;
  /** Credentials of an account and role. Throws what the cloud says. */
  readonly credentials: (context: AccountContext, signal: AbortSignal) => Promise<AwsCredentials>;
  readonly fetch?: typeof fetch;
}
