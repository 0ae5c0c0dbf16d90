import * as z from "zod";
import { fittingSections, guideSections } from "../../core/guide/mod.ts";
import { askedRows } from "../../core/resources/rows.ts";
import { search } from "../lists.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";

/** Query: the sections that the typed text fits, the best first, without their texts. */
export const sections = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }) =>
    askedRows(async () =>
      fittingSections(await guideSections(), search).map(({ text: _, ...section }) => section)
    ),
});

/** Query: one section with its text; no row when there is none of that ID. */
export const section = defineQuery({
  params: z.strictObject({ id: z.string().max(200) }),
  most: 1,
  rows: ({ id }) => askedRows(async () => (await guideSections()).filter((section) => section.id === id)),
});

/** The page of the user guide. `section` names the section that it opens at. */
export const guidePage = definePage({
  title: "Guide",
  width: 960,
  height: 680,
  single: true,
  model: () => () => ({}),
  queries: { sections, section },
  commands: {},
});

/** The model of the page. */
export type GuideModel = ModelOf<typeof guidePage>;
