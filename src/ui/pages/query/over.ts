import type { FailedQuery } from "../../../core/app/features/query_windows/failed_query.ts";
import type { CommandResult } from "../../../core/app/command.ts";

/** The format and the file of an export. */
export interface ExportTarget {
  readonly format: "csv" | "jsonl" | "xlsx";
  readonly file: string;
  /** Whether an existing file is replaced. */
  readonly replace: boolean;
}

/** A sheet over the window. A sheet that asks about a tab names it, because another tab may come to the front. */
export type Over =
  | {
    readonly kind: "values";
    readonly tab: string;
    readonly names: readonly string[];
    readonly go: (values: Record<string, string | null>) => void;
  }
  | { readonly kind: "write" | "save"; readonly tab: string }
  | { readonly kind: "past" | "times" }
  /** Asks before a tab with unwritten changes of rows is closed. */
  | { readonly kind: "discard"; readonly tab: string; readonly words: string }
  | { readonly kind: "rename"; readonly tab: string; readonly title: string }
  | {
    readonly kind: "export";
    readonly tab: string;
    readonly stem: Promise<string>;
    readonly go: (where: ExportTarget) => Promise<CommandResult>;
  }
  | { readonly kind: "text"; readonly title: string; readonly text: string }
  | { readonly kind: "ask"; readonly failed?: FailedQuery };

/** Whether a sheet reads as being about the tab in front and is about another one. */
export function isElsewhere(over: Over, front: string): boolean {
  // A tab behind can be closed and renamed, too.
  return "tab" in over && over.kind !== "discard" && over.kind !== "rename" && over.tab !== front;
}
