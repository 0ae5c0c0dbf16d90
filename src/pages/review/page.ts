import type { AppState, ReviewState, WindowState } from "../../core/state/state.ts";
import { z } from "zod";
import { slice } from "../../core/resources/rows.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";

const isOwn = (command: { readonly review: string }, window: WindowState) =>
  command.review === window.params.review;

/** It is about the extension that this window reviews. */
const isReviewed = (command: { readonly extension: string }, window: WindowState, state: AppState) =>
  state.reviews.some(({ id, bundle }) => id === window.params.review && bundle?.id === command.extension);

/** What a review is of: the extension, or what is read until it is known. */
function nameOf({ bundle, source }: ReviewState): string | undefined {
  if (bundle) return bundle.name;
  // Parameters of an address are no name.
  const path = /^https?:/i.test(source) ? URL.parse(source)?.pathname : source;
  return path?.split(/[/\\]/).findLast(Boolean);
}

/** The texts of one file, of those that the model marks `more`. */
export const file = defineQuery({
  params: z.strictObject({ path: z.string().max(4000) }),
  most: 1,
  rows: ({ path }, { window, reviewTexts }) => ({
    async read(from, count) {
      const texts = await reviewTexts(window.params.review ?? "", path);
      return texts ? slice([texts], from, count) : { ok: false, error: "This review is over." };
    },
    subscribe: () => () => {},
  }),
});

/** One bundle before its user. `review` is null once it is decided and forgotten. */
export const reviewPage = definePage({
  title: "Review an extension",
  titleOf({ reviews }, { review }) {
    const found = reviews.find(({ id }) => id === review);
    const name = found && nameOf(found);
    // The kind comes first in the title, so that no name of an extension can hide it.
    return name && `Review · ${name}`;
  },
  width: 960,
  height: 640,
  single: false,
  resizable: true,
  frame: true,
  uploads: true,
  model: () => (state, window) => ({
    review: state.reviews.find(({ id }) => id === window.params.review) ?? null,
  }),
  queries: { file },
  commands: {
    confirmReview: isOwn,
    rejectReview: isOwn,
    restoreExtension: isReviewed,
    runAction: isReviewed,
    openWindow: ({ page }) => page === "palette",
  },
});

/** The model of a review. */
export type ReviewModel = ModelOf<typeof reviewPage>;
