import type { Command } from "../core/app/command.ts";
import type { PageTraits } from "../core/app/windows.ts";
import type { Queries } from "./query.ts";
import type { AppInfo, AppState, WindowState } from "../core/state/state.ts";

/** The parts of a page's model. They are sent as JSON, so no value is undefined. */
export type Parts = Readonly<Record<string, object | string | number | boolean | null>>;

type Name = Command["name"];
type Of<N extends Name> = Extract<Command, { readonly name: N }>;

/** The commands that a page may send. `true`: always; a function: when it returns true for the window. */
export type Allowed = {
  readonly [N in Name]?: true | ((command: Of<N>, window: WindowState, state: AppState) => boolean);
};

/**
 * A page: the properties of its windows, its model and its permissions. The registry gives it its name; its
 * view is in the folder of that name in `src/ui/pages`.
 */
export interface PageDefinition<Shown extends Parts = Parts> extends PageTraits {
  /**
   * Called once for each open page; returns the function that makes the model of the page's window. Only
   * parts that are other objects than before are sent, so derived parts must come from a `selector`; a
   * selector that depends on the window is created in here. The model holds nothing that the page does not
   * use, and no list that may be long, because lists are queries.
   */
  readonly model: () => (state: AppState, window: WindowState) => Shown;
  /** The commands that the page may send. It may always close and resize its own window. */
  readonly commands: Allowed;
  /** The queries that the page may make, by name. */
  readonly queries?: Queries;
  /** Whether the page may open a part of its own window in the user's web browser. */
  readonly opens?: (part: string, window: WindowState, state: AppState) => boolean;
  /** Whether the page may upload bundle files. */
  readonly uploads?: true;
  /** Whether the page shows other windows in frames. */
  readonly frames?: true;
}

/** Traits that most pages share. */
type Usual = "resizable" | "frame";

/** Defines a page; see docs/pages.md. Its windows can be resized and have a title bar unless it says otherwise. */
export function definePage<Shown extends Parts>(
  definition: Omit<PageDefinition<Shown>, Usual> & Partial<Pick<PageTraits, Usual>>,
): PageDefinition<Shown> {
  return { resizable: true, frame: true, ...definition };
}

/** The parts that every model has: its window, and the running Kedge. */
export interface Common {
  readonly window: WindowState;
  readonly app: AppInfo;
}

/** The whole model of a page. */
export type ModelOf<Page> = Page extends PageDefinition<infer Shown> ? Common & Shown : never;
