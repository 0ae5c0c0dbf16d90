import type { Command } from "../app/command.ts";
import type { AccountState, AppState } from "../state/state.ts";

/** Glyph of an entry. */
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

/** A further action of an entry, with its keys. */
interface EntryAction {
  readonly label: string;
  /** Keys, for example `Mod+Enter`. */
  readonly shortcut: string;
  readonly command: Command;
}

/** One thing that the user can do, as a list shows it. */
export interface Entry {
  /** Stable ID, under which uses of the entry are counted. */
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** Verb of what Enter does. */
  readonly verb: string;
  readonly icon: EntryIcon;
  /** A picture from a bundle that replaces the glyph, with its path in the bundle. */
  readonly picture?: { readonly extension: string; readonly path: string };
  readonly env?: string | null;
  /** Global keys that the user set for the entry. */
  readonly keys?: string;
  /** Whether the entry belongs to an extension that its author works on. */
  readonly developed?: true;
  /** Whether the entry is found by typing only, so that it cannot be pinned to the list without typed text. */
  readonly byTyping?: true;
  /** Command of Enter; null when it cannot run now. */
  readonly command: Command | null;
  readonly more?: readonly EntryAction[];
  /** Why Enter does something else than expected: `kedge ≥ 2.0.0`. */
  readonly blocked?: string;
}

/**
 * One kind of entries that a feature lets the user find. An item is the feature's own object from the state;
 * an entry is made of it only when it is shown.
 */
export interface EntryKind<Item extends object = object> {
  /** Name of one entry: `Account`. */
  readonly label: string;
  /** Heading over the entries: `Accounts`. Typing it finds all of them. */
  readonly heading: string;
  /** Other words in lower case that find all of them, as the heading does. */
  readonly synonyms?: string | undefined;
  /** Added to the score, so that the likelier of two kinds comes first when both fit equally well. */
  readonly weight: number;
  /** Whether the kind comes before the most used entries while nothing is typed. */
  readonly first?: true;
  /** Whether entries are found by typing only, because there are too many for the list without typed text. */
  readonly byTyping?: true;
  /** Whether typed words must be in the title as a whole. Letters scattered over a sentence mean nothing. */
  readonly wholeWords?: true;
  /**
   * Returns the account of an item. Letters of the account's name find the item too, and items of recently
   * used accounts come first.
   */
  readonly account?: (item: Item) => AccountState;
  /** Returns the name of an item's server. Items of recently used servers come first. */
  readonly server?: (item: Item) => string;
  /** Whether the entries are Kedge's own, which are never among the most used. */
  readonly ofKedge?: true;
  /** Returns the items: a part of the state or a `selector`, so that the array is the same while nothing changes. */
  readonly items: (state: AppState) => readonly Item[];
  readonly id: (item: Item) => string;
  readonly title: (item: Item) => string;
  /** Returns further texts that an item is found by. */
  readonly around: (item: Item) => string;
  /** Returns another name that finds an item as its title does; null for none. */
  readonly alias?: (item: Item) => string | null;
  /**
   * Returns other words that people type for an item, in lower case with commas between them. One of them,
   * typed as a whole, finds the item as the beginning of its title does.
   */
  readonly synonymsOf?: (item: Item) => string;
  /** Whether an item comes after those that fit equally well: it cannot run now, or ends what others need. */
  readonly isLast?: (item: Item) => boolean;
  /** Whether an item comes after everything else that fits, because it is rarely wanted. */
  readonly isLastOfAll?: (item: Item) => boolean;
  readonly entry: (item: Item) => Omit<Entry, "id" | "title">;
  /**
   * Typed words that mean an action, by the action's label. Typed beside the name of an item, such a word
   * makes Enter run that action. Actions that change or end something have none.
   */
  readonly verbs?: Readonly<Record<string, string>>;
  /** Whether an action can be done with an item; absent when every action can. */
  readonly takesVerb?: (item: Item, label: string) => boolean;
}

/** Defines a kind of entries; see docs/pages.md. */
export function entryKind<Item extends object>(kind: EntryKind<Item>): EntryKind {
  return kind as unknown as EntryKind;
}
