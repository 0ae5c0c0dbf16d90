import type { AppState, ReviewState, WindowState } from "../../core/state/state.ts";
import * as z from "zod";
import { slice } from "../../core/resources/rows.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";

const isOwn = (command: { readonly review: string }, window: WindowState) =>
  command.review === window.params.review;

/** Whether a command is about the extension that this window reviews. */
const isReviewed = (command: { readonly extension: string }, window: WindowState, state: AppState) =>
  state.reviews.some(({ id, bundle }) => id === window.params.review && bundle?.id === command.extension);

/** Returns the name of the reviewed extension, or of its source until the name is known. */
function nameOf({ bundle, source }: ReviewState): string | undefined {
  if (bundle) return bundle.name;
  // Query parameters of an address are not part of the name.
  const path = /^https?:/i.test(source) ? URL.parse(source)?.pathname : source;
  return path?.split(/[/\\]/).findLast(Boolean);
}

/** Query: the texts of one file that the model marks with `more`. */
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

/** The page of a bundle's review. `review` is null once it is decided. */
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

/** The model of the review page. */
export type ReviewModel = ModelOf<typeof reviewPage>;
