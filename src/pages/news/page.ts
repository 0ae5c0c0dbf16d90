import { NEWS } from "../../core/news.ts";
import { definePage, type ModelOf } from "../page.ts";

/** What each version brought. */
export const newsPage = definePage({
  title: "What's new",
  width: 560,
  height: 420,
  single: true,
  resizable: true,
  frame: true,
  model: () => (state) => ({ version: state.app.version, news: NEWS }),
  commands: {},
});

/** What the page is shown. */
export type NewsModel = ModelOf<typeof newsPage>;
