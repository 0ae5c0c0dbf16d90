import { bytesText, visible } from "../core/bundle/mod.ts";
import { diffLines, nearChanges } from "../core/text/diff.ts";
import type { ReviewedBundle, ReviewFile } from "../core/state/state.ts";

/** The trust gate for the terminal: what the bundle says, what it can do, every source, the hash. */
export function reviewText(review: ReviewedBundle, source: string, colors: boolean): string {
  const paint = (style: string, text: string) => colors ? `\x1b[${style}m${text}\x1b[0m` : text;
  const title = [review.name, review.version, review.author && `by ${review.author}`].filter(Boolean).join(
    " · ",
  );
  const lines = [
    paint("1", visible(title)),
    ...(review.description ? [visible(review.description)] : []),
    `from ${visible(source)}`,
    ...(review.change === "install" ? [] : [`${CHANGE[review.change]}${was(review)}`]),
    "",
    paint("1", visible(review.summary)),
    ...review.findings.map(({ severity, message, file, line }) => {
      const mark = severity === "danger"
        ? paint("1;31", "!!")
        : severity === "caution"
        ? paint("33", " !")
        : "  ";
      return `${mark} ${visible(message)}  ${
        paint("2", `${visible(file)}${line === undefined ? "" : `:${line}`}`)
      }`;
    }),
    "",
    ...review.actions.map(({ label, id, entry }) =>
      `   ${visible(label)}  ${paint("2", visible(`${id} · ${entry}`))}`
    ),
  ];
  for (const file of review.files) lines.push("", ...fileText(file, review.change !== "install", paint));
  lines.push("", `hash ${review.hash}`);
  return lines.join("\n");
}

const CHANGE = {
  update: "an update",
  downgrade: "an older version",
  reinstall: "the version that is installed",
};

function was({ change, installedVersion }: ReviewedBundle): string {
  return change !== "reinstall" && installedVersion
    ? ` of what is installed, ${visible(installedVersion)}`
    : "";
}

type Paint = (style: string, text: string) => string;

/** A new file in full; of a known one only what changed. */
function fileText(file: ReviewFile, update: boolean, paint: Paint): string[] {
  const mark = update && file.change !== "same" ? ` · ${file.change}` : "";
  const heading = paint("1;36", `── ${visible(file.path)}`) + paint("2", ` · ${bytesText(file.size)}${mark}`);
  if (file.text === undefined && file.before === undefined) return [heading];
  if (update && file.change === "same") return [heading];
  if (file.before !== undefined) return [heading, ...changedText(file.before, file.text ?? "", paint)];
  return [
    heading,
    ...(file.text ?? "").replace(/\n$/, "").split("\n").map((line, index) =>
      `${paint("2", String(index + 1).padStart(4))}  ${shown(line)}`
    ),
  ];
}

function changedText(before: string, after: string, paint: Paint): string[] {
  return nearChanges(diffLines(linesOf(before), linesOf(after))).map((line) => {
    if (line.kind === "skipped") return paint("2", `      … ${line.count} lines not changed`);
    const number = paint("2", String(line.after ?? line.before).padStart(4));
    const text = shown(line.text);
    if (line.kind === "same") return `${number}  ${text}`;
    return line.kind === "add"
      ? `${number} ${paint("32", `+${text}`)}`
      : `${number} ${paint("31", `-${text}`)}`;
  });
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** A source line with tabs kept and everything that a terminal would obey spelt out. */
function shown(line: string): string {
  return line.replace(/\r$/, "").split("\t").map(visible).join("    ");
}
