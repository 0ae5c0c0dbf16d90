import type { ReviewFinding } from "../../../core/state/state.ts";
import type { ReviewModel } from "../../../pages/review/page.ts";
import type { IconName } from "../../system/mod.ts";

/** A review that is not decided yet. */
export type Review = NonNullable<ReviewModel["review"]>;

/** The bundle of a review. */
export type Reviewed = NonNullable<Review["bundle"]>;

type Severity = ReviewFinding["severity"];

/** The icon of each severity. */
export const SEVERITY_ICONS: Readonly<Record<Severity, IconName>> = {
  danger: "error",
  caution: "caution",
  info: "info",
};

/** Severities from the gravest to the least grave. */
const ORDER: readonly Severity[] = ["danger", "caution", "info"];

/** Sorts findings, the gravest first; equally grave ones keep their order. */
export function gravestFirst(findings: readonly ReviewFinding[]): ReviewFinding[] {
  return findings.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

const MANIFEST = "manifest.json";

/**
 * Returns the file to show first: that of the gravest finding, among the files that an
 * update changed; without a finding, the first source. The manifest comes after the sources,
 * because its content is shown above the files.
 */
export function startFile(
  { files, findings, change }: Pick<Reviewed, "files" | "findings" | "change">,
): string {
  const changed = change === "install" ? [] : files.filter((file) => file.change !== "same");
  const pool = changed.length > 0 ? changed : files;
  const grave = gravestFirst(findings).find(({ severity, file }) =>
    severity !== "info" && file !== MANIFEST && pool.some(({ path }) => path === file)
  );
  const sources = pool.filter(({ kind }) => kind === "source");
  return grave?.file ?? (sources.find(({ path }) => path !== MANIFEST) ?? sources[0] ?? pool[0])?.path ?? "";
}
