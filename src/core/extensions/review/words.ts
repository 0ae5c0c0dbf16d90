import type { ReviewedBundle, ReviewFinding } from "../../state/state.ts";
import { formatNumber } from "../../text/locale.ts";

/** The words of the trust gate, the same in a window and on a terminal. */

/** The name of a finding's severity, for users who do not see its mark. */
export const SEVERITIES: Readonly<Record<ReviewFinding["severity"], string>> = {
  danger: "Dangerous",
  caution: "Careful",
  info: "Note",
};

/** What deciding for a bundle is called, and what was done then. */
export const DECISIONS: Readonly<
  Record<ReviewedBundle["change"], { readonly ask: string; readonly done: string }>
> = {
  install: { ask: "Trust and install", done: "Installed" },
  update: { ask: "Trust and update", done: "Updated" },
  downgrade: { ask: "Trust and downgrade", done: "Went back to" },
  reinstall: { ask: "Install again", done: "Installed again:" },
};

/** What the buttons of a review say; what is absent cannot be decided. */
interface DecisionWords {
  readonly trust?: string;
  readonly leave: string;
  /** Takes back what was changed on disk. */
  readonly restore?: string;
}

/** The buttons of a review; `installed` is true for the files of an installed extension as they are on disk. */
export function decisionWords({ change }: Pick<ReviewedBundle, "change">, installed: boolean): DecisionWords {
  if (!installed) return { trust: DECISIONS[change].ask, leave: "Do not install" };
  if (change === "reinstall") return { leave: "Close" };
  return { trust: "Trust the change", leave: "Keep blocked", restore: "Put back" };
}

/** Why nothing of an extension runs whose files were changed on disk. */
export const CHANGED = "Its files differ from what you reviewed, so nothing of it runs.";

/** Which version it is, beside the one that is installed; undefined where there is nothing to say. */
export function versionWords(
  { change, version, installedVersion }: Pick<ReviewedBundle, "change" | "version" | "installedVersion">,
): string | undefined {
  if (change === "install") return version;
  if (change === "reinstall") return `${version ?? "The same files"}, installed already`;
  // An author may change files and leave the version.
  if (version === installedVersion) {
    return version === undefined ? "Changed files" : `${version}, changed files`;
  }
  const step = `${installedVersion ?? "No version"} → ${version ?? "no version"}`;
  return change === "downgrade" ? `${step}, older` : step;
}

/** How an action gets to what a finding is about; undefined when it is not known. */
export function wayWords({ path }: ReviewFinding): string | undefined {
  return path?.map(({ name }) => name).join(" → ");
}

/** Where a finding is: its file, its line, and how many lines more. */
export function findingLocation(finding: ReviewFinding): string {
  const { file, line } = finding;
  return [`${file}${line === undefined ? "" : `:${line}`}`, moreWords(finding)].filter(Boolean).join(" ");
}

/** How many lines more a finding stands for; undefined for none. */
export function moreWords({ more }: ReviewFinding): string | undefined {
  return more === undefined ? undefined : `and ${formatNumber(more)} more ${more === 1 ? "line" : "lines"}`;
}
