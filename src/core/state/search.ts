/** The regions of a search: each account's own, all that are enabled in it, or the listed ones. */
export type RegionChoice = "own" | "all" | readonly string[];

/** A search through all accounts. Results and progress may be long, so they are asked for by the search's id. */
export interface SearchState {
  readonly id: string;
  readonly text: string;
  readonly regions: RegionChoice;
  /** False once the user has stopped the search; what was found stays. */
  readonly going: boolean;
}
