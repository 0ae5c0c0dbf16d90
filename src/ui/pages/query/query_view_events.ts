import type { Over } from "./over.ts";

/** Events of the view for its window. */
export interface QueryViewEvents {
  tell(text: string, tone?: "danger" | "info"): void;
  over(over: Over | null): void;
  /** Returns how often a tab was chosen so far. A tab that is told later than another was chosen stays behind. */
  choices(): number;
  /** Called when another tab must be shown. */
  shown(tab: string): void;
  /** Called when the newest result of a tab must be shown. */
  result(tab: string): void;
  /** Called with the tab in front when its text could not be read; with null when its text is shown. */
  unread(tab: string | null): void;
  /** Settles once Kedge has counted all edits of cells made before this call. */
  counted(): Promise<unknown>;
}
