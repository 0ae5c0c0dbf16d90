import type { Diagnostic } from "../diagnostic.ts";

/** A bundle that waits for the user's decision to trust it. */
export interface ReviewState {
  readonly id: string;
  readonly source: string;
  readonly status: "reading" | "refused" | "ready" | "installing" | "installed" | "failed";
  /** Set when these are the files of an installed extension as they are on disk now. */
  readonly installed?: true;
  readonly diagnostics: readonly Diagnostic[];
  readonly bundle?: ReviewedBundle;
  /** Why the status is `failed`. */
  readonly error?: string;
}

export interface ReviewedBundle {
  readonly id: string;
  readonly name: string;
  readonly version?: string;
  readonly author?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly hash: string;
  readonly change: "install" | "update" | "downgrade" | "reinstall";
  readonly installedVersion?: string;
  /** Hash of the version to which it is compared. */
  readonly installedHash?: string;
  readonly actions: readonly { readonly id: string; readonly label: string; readonly entry: string }[];
  /** Number of further actions that are not in `actions`. */
  readonly moreActions?: number;
  /** One sentence in plain words on what this bundle can do on the computer. */
  readonly summary: string;
  readonly findings: readonly ReviewFinding[];
  readonly files: readonly ReviewFile[];
}

/** Something that the user should know before trusting the bundle, with its line. */
export interface ReviewFinding {
  readonly severity: "info" | "caution" | "danger";
  readonly message: string;
  readonly file: string;
  readonly line?: number;
  /** Number of further lines of the file with the same finding. */
  readonly more?: number;
  /** How an action gets there: the functions from `Run` to the one with the finding. */
  readonly path?: readonly ReviewStep[];
}

/** A function on the way from an action to a finding, with its position. */
export interface ReviewStep {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

export interface ReviewFile {
  readonly path: string;
  readonly size: number;
  readonly change: "same" | "added" | "changed" | "removed";
  readonly kind: "source" | "text" | "image" | "binary";
  /** Absent for images and binary files. */
  readonly text?: string;
  /** Text of the trusted version of a changed or removed file. */
  readonly before?: string;
  /** Set when the texts are too long for the state; a page asks for them. */
  readonly more?: boolean;
}

/** The texts of one file under review. */
export type ReviewTexts = Pick<ReviewFile, "text" | "before">;
