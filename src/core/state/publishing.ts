import type { ReviewFile } from "./review.ts";

/** A key of the user's that may sign. */
interface PublishingKey {
  readonly fingerprint: string;
  /** Its comment, often an email address. */
  readonly comment: string;
  /** Its public file; null for one that only the agent has. */
  readonly file: string | null;
}

/** What a publishing would do, as it was looked at. */
export interface PreparedPublishing {
  /** The catalogue's name and version; null: there is none yet, and this is its first. */
  readonly catalogue: { readonly name: string; readonly version: number } | null;
  /** The published version; null: none is. */
  readonly before: string | null;
  /** The manifest's version, and the one to publish as: a higher one where that has other files there. */
  readonly version: string;
  readonly proposed: string;
  /** It is published as it is. */
  readonly same: boolean;
  /** What it can do now and could not, in words. */
  readonly more: readonly string[];
  readonly summary: string;
  /** Of the files as they were shown. */
  readonly hash: string;
  /** Files that differ from the published ones, without their texts where all together are too long. */
  readonly files: readonly ReviewFile[];
  /** The published files are not there, so that no difference is known. */
  readonly lost: boolean;
  readonly keys: readonly PublishingKey[];
  /** It reaches everybody by a push; else somebody brings the folder to where it is served. */
  readonly pushes: boolean;
}

/** An extension that its author publishes. */
export interface PublishingState {
  readonly extension: string;
  /** The catalogue's address. */
  readonly catalogue: string;
  readonly status: "looking" | "ready" | "publishing" | "done" | "failed";
  /** What was shown; while it is looked at anew, what was shown before. */
  readonly prepared?: PreparedPublishing;
  /** The files were changed since they were shown, so that they were looked at anew. */
  readonly changed?: true;
  /** The message about what was done. */
  readonly done?: string;
  readonly fault?: { readonly message: string; readonly hint: string };
}
