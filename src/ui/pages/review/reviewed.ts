import type { ReviewModel } from "../../../pages/review/page.ts";

/** A review with its bundle. */
export type Reviewed = NonNullable<NonNullable<ReviewModel["review"]>["bundle"]>;
