/** In which regions is looked: each account's own, all that are switched on in it, or these. */
export type RegionChoice = "own" | "all" | readonly string[];

/** A search through all accounts. What it has found, and how far it is, may be long and is asked for by its id. */
export interface SearchState {
  readonly id: string;
  readonly text: string;
  readonly regions: RegionChoice;
  /** False once the user has stopped it: what was found stays. */
  readonly going: boolean;
}
