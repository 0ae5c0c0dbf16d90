import type { Column } from "../../core/sql/driver/mod.ts";
import type { Write } from "../../core/sql/export/chunks.ts";
import type { ResultWriter } from "../../core/sql/export/writer.ts";
import { textOf } from "../../core/sql/values.ts";
import { oneLine } from "../../core/text/outside.ts";
import { padded, widthOf } from "../width.ts";

/** Rows whose cells decide how wide columns are; further ones are laid out by themselves. */
const TOGETHER = 1000;
/** Characters of a cell that are shown. */
const WIDEST = 80;
/** Bytes of a cell that are looked at: enough for what is shown. */
const LOOKED_AT = 4 * WIDEST + 400;

const NUMBERS: ReadonlySet<string> = new Set(["integer", "float", "decimal"]);

/** A table for people: cells on one line, cut where they are long; how many rows there are below. */
export function tableWriter(write: Write): ResultWriter {
  let columns: readonly Column[] = [];
  let rows: string[][] = [];
  let count = 0;
  let headed = false;
  let results = 0;
  const send = (lines: readonly string[]) =>
    write(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));

  function layOut(): string[] {
    const widths = columns.map(({ name }, i) =>
      rows.reduce((most, row) => Math.max(most, widthOf(row[i]!)), headed ? 0 : widthOf(shown(name)))
    );
    const line = (cells: readonly string[]) =>
      cells.map((cell, i) => padded(cell, widths[i]!, NUMBERS.has(columns[i]!.kind) ? "start" : "end"))
        .map((cell) => ` ${cell} `).join("|").trimEnd();
    const head = headed ? [] : [
      ...(results++ > 0 ? [""] : []),
      line(columns.map(({ name }) => shown(name))),
      widths.map((width) => "-".repeat(width + 2)).join("+"),
    ];
    headed = true;
    const lines = [...head, ...rows.map(line)];
    rows = [];
    return lines;
  }

  return {
    columns(next) {
      [columns, rows, count, headed] = [next, [], 0, false];
    },
    row(bytes, bounds) {
      count++;
      rows.push(columns.map((column, i) => {
        const start = bounds[2 * i]!, end = bounds[2 * i + 1]!;
        const text = textOf(column, bytes, start, Math.min(end, start + LOOKED_AT));
        return text === null ? "NULL" : shown(text);
      }));
      return rows.length < TOGETHER ? true : send(layOut()).then(() => true);
    },
    async end({ affected, cut, ms }) {
      const rowsOf = (n: number) => `${n} ${n === 1 ? "row" : "rows"}`;
      if (columns.length === 0) {
        await send([`(${affected === undefined ? "done" : `${rowsOf(affected)} changed`}, ${ms} ms)`]);
        return;
      }
      const more = cut ? ", there are more: --limit N" : "";
      await send([...layOut(), `(${rowsOf(count)}, ${ms} ms${more})`]);
      columns = [];
    },
    close: () => Promise.resolve(),
  };
}

const shown = (text: string) => oneLine(text, { longest: WIDEST });
