import type { ReviewFile } from "./review.ts";

/** A key of the user that can sign. */
interface PublishingKey {
  readonly fingerprint: string;
  /** The key's comment, often an email address. */
  readonly comment: string;
  /** The file of its public key; null when only the agent has the key. */
  readonly file: string | null;
}

/** What publishing would do. */
export interface PreparedPublishing {
  /** Name and version of the catalogue; null when there is none yet and this creates it. */
  readonly catalogue: { readonly name: string; readonly version: number } | null;
  /** Digest of that catalogue. */
  readonly digest: string | null;
  /**
   * What the user signs as a whole, in lines. Set when publishing only adds a signature to the version that
   * another publisher made.
   */
  readonly cosigned?: readonly string[];
  /** The published version; null when none is published. */
  readonly before: string | null;
  /**
   * The version in the manifest. `proposed` is the version to publish as, which is higher when this version
   * is published with other files.
   */
  readonly version: string;
  readonly proposed: string;
  /** Whether exactly these files are published already. */
  readonly same: boolean;
  /** What the extension can do now and could not before, as texts. */
  readonly more: readonly string[];
  readonly summary: string;
  /** Hash of the files as they were shown. */
  readonly hash: string;
  /** Files that differ from the published ones, without their texts when all of them together are too long. */
  readonly files: readonly ReviewFile[];
  /** Whether the published files are missing, so that the differences are not known. */
  readonly lost: boolean;
  readonly keys: readonly PublishingKey[];
  /** Whether publishing pushes to everybody; otherwise somebody must copy the folder to where it is served. */
  readonly pushes: boolean;
}

/** An extension that its author is publishing. */
export interface PublishingState {
  readonly extension: string;
  /** Address of the catalogue. */
  readonly catalogue: string;
  readonly status: "looking" | "ready" | "publishing" | "done" | "failed";
  /** What was shown last; it stays while the files are read again. */
  readonly prepared?: PreparedPublishing;
  /** Set when the files changed after they were shown, so that they were read again. */
  readonly changed?: true;
  /** What was done, as a message for the user. */
  readonly done?: string;
  readonly fault?: { readonly message: string; readonly hint: string };
}
