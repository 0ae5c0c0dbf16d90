import type { FailedQuery } from "../../../core/app/features/query_windows/failed_query.ts";

/** A sheet over the window. */
export type Over =
  | {
    readonly kind: "values";
    readonly names: readonly string[];
    readonly go: (values: Record<string, string | null>) => void;
  }
  | { readonly kind: "write" | "past" | "save" | "times" }
  /** Asks before a tab with unwritten changes of rows is closed. */
  | { readonly kind: "discard"; readonly tab: string; readonly words: string }
  | { readonly kind: "rename"; readonly tab: string; readonly title: string }
  | { readonly kind: "export"; readonly stem: Promise<string>; readonly result?: string }
  | { readonly kind: "text"; readonly title: string; readonly text: string }
  | { readonly kind: "ask"; readonly failed?: FailedQuery };
