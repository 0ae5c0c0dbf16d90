import type { ReviewFinding } from "../../../core/state/state.ts";
import type { ReviewModel } from "../../../pages/review/page.ts";
import type { IconName } from "../../system/mod.ts";

/** A review with its bundle. */
export type Reviewed = NonNullable<NonNullable<ReviewModel["review"]>["bundle"]>;

type Severity = ReviewFinding["severity"];

/** The mark of a severity, wherever it is shown. */
export const SEVERITY_ICONS: Readonly<Record<Severity, IconName>> = {
  danger: "error",
  caution: "caution",
  info: "info",
};

/** From the gravest on. */
const ORDER: readonly Severity[] = ["danger", "caution", "info"];

/** The gravest first; those alike stay as they are. */
export function gravestFirst(findings: readonly ReviewFinding[]): ReviewFinding[] {
  return [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

const MANIFEST = "manifest.json";

/**
 * The file to begin with: that of the gravest finding, among those that an update changed; without one the first source.
 * The manifest comes after the sources: what it says stands above the files already.
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
