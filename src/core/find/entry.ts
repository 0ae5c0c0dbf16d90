import type { Command } from "../app/command.ts";
import type { AccountState, AppState } from "../state/state.ts";

/** A glyph that stands for an entry. */
export type EntryIcon =
  | "account"
  | "anchor"
  | "caution"
  | "code"
  | "console"
  | "cross"
  | "extension"
  | "file"
  | "gear"
  | "key"
  | "lock"
  | "play"
  | "plus"
  | "server"
  | "table";

/** Something more that can be done with an entry, with its key. */
interface EntryAction {
  readonly label: string;
  /** For example `Mod+Enter`. */
  readonly shortcut: string;
  readonly command: Command;
}

/** One thing that can be done, as a list shows it. */
export interface Entry {
  /** Stable over time: the key under which its use is counted. */
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** The verb of Enter. */
  readonly verb: string;
  readonly icon: EntryIcon;
  /** A picture of a bundle that stands in for the glyph: its path inside. */
  readonly picture?: { readonly extension: string; readonly path: string };
  readonly env?: string | null;
  /** The user's own keys for it, from anywhere. */
  readonly keys?: string;
  /** It is of an extension that its author works on. */
  readonly developed?: true;
  /** It is found by typing only: it cannot be pinned to the list that stands there without. */
  readonly byTyping?: true;
  /** What Enter does; null when it cannot be done now. */
  readonly command: Command | null;
  readonly more?: readonly EntryAction[];
  /** Why Enter does something else than one expects: `kedge ≥ 2.0.0`. */
  readonly blocked?: string;
}

/**
 * What one feature lets the user find: how it is called, and its entries. An item is whatever the feature has of it in the
 * state; an entry is made of it only when it is shown.
 */
export interface EntryKind<Item extends object = object> {
  /** The name of one: `Account`. */
  readonly label: string;
  /** The heading over them, by which all of them are found: `Accounts`. */
  readonly heading: string;
  /** Added to the score, for the likelier kind when two fit alike. */
  readonly weight: number;
  /** Stands before what is used most while nothing is typed. */
  readonly first?: true;
  /** Found by typing only: too many to stand in a list without. */
  readonly byTyping?: true;
  /** A typed word must stand in its title as a whole: letters that are scattered over a sentence mean nothing. */
  readonly wholeWords?: true;
  /** Whose it is: it is found by the letters of that account's name as well, and stands before others' where that one is in use. */
  readonly account?: (item: Item) => AccountState;
  /** The name of the server that it is on: it stands before others' where that one is in use. */
  readonly server?: (item: Item) => string;
  /** Kedge's own: never among what is used most. */
  readonly ofKedge?: true;
  /** The same list while nothing of it has changed: a part of the state or a `selector`. */
  readonly items: (state: AppState) => readonly Item[];
  readonly id: (item: Item) => string;
  readonly title: (item: Item) => string;
  /** Further texts that it is found by. */
  readonly around: (item: Item) => string;
  /** Another name that it is found by as by its title; null: none. */
  readonly alias?: (item: Item) => string | null;
  /** It stands behind what fits as well: it cannot be done now, or ends what other things need. */
  readonly isLast?: (item: Item) => boolean;
  /** It stands behind everything else that fits: it is rarely wanted. */
  readonly isLastOfAll?: (item: Item) => boolean;
  readonly entry: (item: Item) => Omit<Entry, "id" | "title">;
  /**
   * What is done with one by typing it before its name, by the labels of the entry's actions: the words that mean it. Nothing
   * that changes or ends something: Enter does it.
   */
  readonly verbs?: Readonly<Record<string, string>>;
  /** Tells whether the verb of that label can be done with one; without it every verb can. */
  readonly takesVerb?: (item: Item, label: string) => boolean;
}

/** Defines what can be found of a feature; see docs/pages.md. */
export function entryKind<Item extends object>(kind: EntryKind<Item>): EntryKind {
  return kind as unknown as EntryKind;
}
