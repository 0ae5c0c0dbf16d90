import type { ReviewedBundle, ReviewFinding } from "../../state/state.ts";
import { formatNumber } from "../../text/locale.ts";

/** The wording of the trust gate, shared by windows and terminal. */

/** The name of a finding's severity, for users who do not see its mark. */
export const SEVERITIES: Readonly<Record<ReviewFinding["severity"], string>> = {
  danger: "Dangerous",
  caution: "Careful",
  info: "Note",
};

/** The label of the decision on a bundle, and the message after it. */
export const DECISIONS: Readonly<
  Record<ReviewedBundle["change"], { readonly ask: string; readonly done: string }>
> = {
  install: { ask: "Trust and install", done: "Installed" },
  update: { ask: "Trust and update", done: "Updated" },
  downgrade: { ask: "Trust and downgrade", done: "Went back to" },
  reinstall: { ask: "Install again", done: "Installed again:" },
};

/** The labels of a review's buttons; an absent label means that the button is missing. */
interface DecisionWords {
  readonly trust?: string;
  readonly leave: string;
  /** Restores the files that were changed on disk. */
  readonly restore?: string;
}

/** Returns the buttons of a review; `installed` is true for the current files of an installed extension. */
export function decisionWords({ change }: Pick<ReviewedBundle, "change">, installed: boolean): DecisionWords {
  if (!installed) return { trust: DECISIONS[change].ask, leave: "Do not install" };
  if (change === "reinstall") return { leave: "Close" };
  return { trust: "Trust the change", leave: "Keep blocked", restore: "Put back" };
}

/** Why an extension whose files were changed on disk does not run. */
export const CHANGED = "Its files differ from what you reviewed, so nothing of it runs.";

/** Returns the version compared with the installed one; undefined when there is nothing to say. */
export function versionWords(
  { change, version, installedVersion }: Pick<ReviewedBundle, "change" | "version" | "installedVersion">,
): string | undefined {
  if (change === "install") return version;
  if (change === "reinstall") return `${version ?? "The same files"}, installed already`;
  // An author may change files without changing the version.
  if (version === installedVersion) {
    return version === undefined ? "Changed files" : `${version}, changed files`;
  }
  const step = `${installedVersion ?? "No version"} → ${version ?? "no version"}`;
  return change === "downgrade" ? `${step}, older` : step;
}

/** Returns the path of calls to a finding; undefined when it is not known. */
export function wayWords({ path }: ReviewFinding): string | undefined {
  return path?.map(({ name }) => name).join(" → ");
}

/** Returns the place of a finding: its file, its line, and the number of further lines. */
export function findingLocation(finding: ReviewFinding): string {
  const { file, line } = finding;
  return [`${file}${line === undefined ? "" : `:${line}`}`, moreWords(finding)].filter(Boolean).join(" ");
}

/** Returns the number of further lines that a finding stands for; undefined for none. */
export function moreWords({ more }: ReviewFinding): string | undefined {
  return more === undefined ? undefined : `and ${formatNumber(more)} more ${more === 1 ? "line" : "lines"}`;
}
