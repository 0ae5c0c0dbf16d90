import { z } from "zod";
import { entryCount, foundEntries } from "../../core/find/rows.ts";
import type { SignInState } from "../../core/state/state.ts";
import { search } from "../lists.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { likeMenu } from "../shown.ts";

/** What can be done and fits the typed words. */
export const entries = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { store, resources }) => foundEntries(store, search, resources.names),
});

const SIGNED_OUT: readonly SignInState["status"][] = ["signed-out", "expired", "revoked"];

/** Everything that can be done, to be found by typing. */
export const palettePage = definePage({
  title: "Kedge palette",
  width: 640,
  height: 420,
  single: true,
  resizable: false,
  frame: false,
  model: () => (state) => ({
    /** How many entries there are, of which some are shown while nothing is typed. */
    all: entryCount(state),
    /** Accounts of the portal are missing until somebody signs in. */
    signedOut: SIGNED_OUT.includes(state.signIn.status),
    /** There are accounts, which may hold what is in no list yet. */
    accounts: state.accounts.length > 0,
  }),
  queries: { entries },
  commands: likeMenu,
});

/** The model of the palette. */
export type PaletteModel = ModelOf<typeof palettePage>;
