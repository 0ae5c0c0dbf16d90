import { spelled } from "../../core/text/hidden.ts";
import { changedLines, type DiffLine, type SkippedLines } from "../../core/text/diff.ts";
import { findingLocation, versionWords, wayWords } from "../../core/extensions/review/words.ts";
import type { ReviewedBundle, ReviewFile } from "../../core/state/state.ts";
import { byteSize } from "../../core/text/byte_size.ts";
import { type Paint, painter } from "../colours.ts";

/**
 * Returns the review of a bundle for the terminal: its description, what it can do, every source file, and
 * the hash.
 */
export function reviewText(review: ReviewedBundle, source: string, colors: boolean): string {
  const paint = painter(colors);
  const title = [review.name, versionWords(review), review.author && `by ${review.author}`]
    .filter(Boolean).join(" · ");
  const lines = [
    paint("1", spelled(title)),
    ...(review.description ? [spelled(review.description)] : []),
    `from ${spelled(source)}`,
    "",
    paint("1", spelled(review.summary)),
    ...review.findings.map((finding) => {
      const mark = MARKS[finding.severity];
      const way = wayWords(finding);
      return `${paint(mark.style, mark.sign)} ${spelled(finding.message)}  ${
        paint("2", spelled(findingLocation(finding)))
      }${way === undefined ? "" : `\n     ${paint("2", spelled(way))}`}`;
    }),
    "",
    ...review.actions.map(({ label, id, entry }) =>
      `   ${spelled(label)}  ${paint("2", spelled(`${id} · ${entry}`))}`
    ),
    ...(review.moreActions ? [paint("2", `   … ${count(review.moreActions, "more action")}`)] : []),
  ];
  const room = { lines: SHOWN_LINES };
  for (const file of review.files) {
    lines.push("");
    for (const line of fileText(file, review.change !== "install", room, paint)) lines.push(line);
  }
  lines.push("", `hash ${review.hash}`);
  return lines.join("\n");
}

/** Maximum lines shown of all files, and maximum characters of a line; the text counts what is left out. */
const SHOWN_LINES = 20_000, SHOWN_CHARACTERS = 4000;

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

const MARKS = {
  danger: { sign: "!!", style: "1;31" },
  caution: { sign: " !", style: "33" },
  info: { sign: "  ", style: "" },
};

/** Yields the lines of a new file, or only the changes of a known one, as long as `room` allows. */
function* fileText(
  file: ReviewFile,
  update: boolean,
  room: { lines: number },
  paint: Paint,
): Generator<string> {
  const mark = update && file.change !== "same" ? ` · ${file.change}` : "";
  yield paint("1;36", `── ${spelled(file.path)}`) + paint("2", ` · ${byteSize(file.size)}${mark}`);
  if (update && file.change === "same") return;
  if (file.more) return yield paint("33", "   … too long to be shown here: unpack the bundle to read it");
  if (file.text === undefined && file.before === undefined) return;
  const known = file.before !== undefined;
  const lines = known
    ? changedLines(linesOf(file.before), linesOf(file.text))
    : changedLines([], linesOf(file.text));
  let left = 0;
  for (const line of lines) {
    if (room.lines > 0) {
      room.lines--;
      yield lineText(line, known, paint);
    } else left++;
  }
  if (left > 0) yield paint("33", `   … ${count(left, "more line")}: unpack the bundle to read them`);
}

/** Returns one line of a file; in a difference `+` or `-` precedes it. */
function lineText(line: DiffLine | SkippedLines, signed: boolean, paint: Paint): string {
  if (line.kind === "skipped") return paint("2", `      … ${count(line.count, "line")} not changed`);
  const number = paint("2", String(line.after ?? line.before).padStart(4));
  const text = shown(line.text);
  if (!signed || line.kind === "same") return `${number}  ${text}`;
  return `${number} ${line.kind === "add" ? paint("32", `+${text}`) : paint("31", `-${text}`)}`;
}

function linesOf(text: string | undefined): string[] {
  return text ? text.replace(/\r?\n$/, "").split(/\r?\n/) : [];
}

/** Returns a source line with tabs as spaces and all other control characters made visible. */
function shown(line: string): string {
  const code = line.replace(/\r$/, "");
  const some = spelled(code.slice(0, SHOWN_CHARACTERS), "code").replaceAll("\t", "    ");
  const more = code.length - SHOWN_CHARACTERS;
  return more > 0 ? `${some} … ${count(more, "more character")}` : some;
}
