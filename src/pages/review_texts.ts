import type { ReviewState } from "../core/state/state.ts";
import type { ReviewModel } from "./model.ts";

/** Characters of text that a review's model carries; a longer file is asked for when it is opened. */
const CARRIED = 2_000_000;

const trimmed = new WeakMap<ReviewState, ReviewModel["review"]>();

/**
 * The review with at most 2 million characters of file texts, in the order of the files; the others are
 * marked `more`. A bundle of 5 MB can unpack to 400 MB, which no page could take in one message.
 */
export function trimReview(review: ReviewState): ReviewModel["review"] {
  const known = trimmed.get(review);
  if (known) return known;
  let left = CARRIED;
  const files = review.bundle?.files.map((file) => {
    const size = (file.text?.length ?? 0) + (file.before?.length ?? 0);
    if (size <= left) {
      left -= size;
      return file;
    }
    const { text: _text, before: _before, ...rest } = file;
    return { ...rest, more: true };
  });
  const { bundle, ...rest } = review;
  const result = { ...rest, ...(bundle && { bundle: { ...bundle, files: files ?? [] } }) };
  trimmed.set(review, result);
  return result;
}
