import * as z from "zod";
import { pastedText } from "../../core/find/search_text.ts";
import { entryCount, foundEntries } from "../../core/find/rows.ts";
import type { SignInState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { likeMenu } from "../shown.ts";

/** Query: the entries that match the typed text, or the resource of a pasted ARN, which counts as a whole. */
export const entries = defineQuery({
  params: z.strictObject({ search: pastedText }),
  most: 500,
  rows: ({ search }, { store, resources }) => foundEntries(store, search, resources.names),
});

const SIGNED_OUT: readonly SignInState["status"][] = ["signed-out", "expired", "revoked"];

/** The page that finds everything that can be done by typing. */
export const palettePage = definePage({
  title: "Kedge palette",
  width: 640,
  height: 420,
  single: true,
  resizable: false,
  frame: false,
  model: () => (state) => ({
    /** Number of all entries. Only some are shown while nothing is typed. */
    all: entryCount(state),
    /** Whether the accounts of the portal are missing because the user is signed out. */
    signedOut: SIGNED_OUT.includes(state.signIn.status),
    /** Whether there are accounts, which may hold resources that no list has yet. */
    accounts: state.accounts.length > 0,
  }),
  queries: { entries },
  commands: likeMenu,
});

/** The model of the palette. */
export type PaletteModel = ModelOf<typeof palettePage>;
