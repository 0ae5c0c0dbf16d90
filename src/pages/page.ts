import type { Command } from "../core/app/command.ts";
import type { PageTraits } from "../core/app/windows.ts";
import type { Queries } from "./query.ts";
import type { AppInfo, AppState, WindowState } from "../core/state/state.ts";

/** What a page is shown, by its parts: values that JSON can say, so nothing is undefined. */
export type Parts = Readonly<Record<string, object | string | number | boolean | null>>;

type Name = Command["name"];
type Of<N extends Name> = Extract<Command, { readonly name: N }>;

/** Which commands a page may send. `true`: any; a function: only when it says so for this window. */
export type Allowed = {
  readonly [N in Name]?: true | ((command: Of<N>, window: WindowState, state: AppState) => boolean);
};

/**
 * A page: what its windows are like, what it is shown and what it may do. The registry names it; its view is in the
 * folder of that name in `src/ui/pages`.
 */
export interface PageDefinition<Shown extends Parts = Parts> extends PageTraits {
  /**
   * Called once for each open page: gives the function that tells what is shown in its window. Only parts that are
   * another object than before travel, so what is derived comes from a `selector`, and one that looks at the window is
   * made in here. Holds nothing that the page has no use for, and no list that may be long: that is asked for.
   */
  readonly model: () => (state: AppState, window: WindowState) => Shown;
  /** Closing and sizing its own window goes without saying. */
  readonly commands: Allowed;
  /** The lists that it may ask for, by name. */
  readonly queries?: Queries;
  /** The parts of its own window that it may open in the user's browser. */
  readonly opens?: (part: string, window: WindowState, state: AppState) => boolean;
  /** It may hand over bundle files. */
  readonly uploads?: true;
  /** It shows the pages of other windows in frames. */
  readonly frames?: true;
}

/** Defines a page; see docs/pages.md. */
export function definePage<Shown extends Parts>(definition: PageDefinition<Shown>): PageDefinition<Shown> {
  return definition;
}

/** The model of every page, beside its own: its window, and which Kedge it belongs to. */
export interface Common {
  readonly window: WindowState;
  readonly app: AppInfo;
}

/** The whole model of a page that is defined like this. */
export type ModelOf<Page> = Page extends PageDefinition<infer Shown> ? Common & Shown : never;
