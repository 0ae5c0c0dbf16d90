import type { Diagnostic } from "../diagnostic.ts";

/** A bundle that waits for the user's decision: the trust gate. */
export interface ReviewState {
  readonly id: string;
  readonly source: string;
  readonly status: "reading" | "refused" | "ready" | "installing" | "installed" | "failed";
  /** These are the files of an installed extension, as they are on disk now. */
  readonly installed?: true;
  readonly diagnostics: readonly Diagnostic[];
  readonly bundle?: ReviewedBundle;
  /** Why `failed`. */
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
  /** The hash of the version that it is compared with. */
  readonly installedHash?: string;
  readonly actions: readonly { readonly id: string; readonly label: string; readonly entry: string }[];
  /** So many further actions are not in `actions`. */
  readonly moreActions?: number;
  /** One sentence in plain words on what this bundle can do on the machine. */
  readonly summary: string;
  readonly findings: readonly ReviewFinding[];
  readonly files: readonly ReviewFile[];
}

/** Something the user should know before trusting, leading to its line. */
export interface ReviewFinding {
  readonly severity: "info" | "caution" | "danger";
  readonly message: string;
  readonly file: string;
  readonly line?: number;
  /** The same holds for so many more lines of the file. */
  readonly more?: number;
  /** How an action gets there: functions from `Run` to the one that the finding is about. */
  readonly path?: readonly ReviewStep[];
}

/** A function on the way from an action to a finding, and where it stands. */
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
  /** Absent for images and binaries. */
  readonly text?: string;
  /** The trusted version's text, for a changed or removed file. */
  readonly before?: string;
  /** Its texts are too long for the state; a page asks for them. */
  readonly more?: boolean;
}

/** The texts of one file under review. */
export type ReviewTexts = Pick<ReviewFile, "text" | "before">;
