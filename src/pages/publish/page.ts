import type { AppState, WindowState } from "../../core/state/state.ts";
import { selector } from "../../core/state/selector.ts";
import { definePage, type ModelOf } from "../page.ts";

const isOwn = ({ extension }: { readonly extension: string }, { params }: WindowState) =>
  extension === params.extension;

/** The catalogues of the configuration, which the user may publish to. */
const catalogues = selector(
  ({ catalogues }: AppState) => [catalogues],
  (all) => all.map(({ address, name }) => ({ address, name })),
);

/** The page that publishes an extension: what would change, and one button that publishes it. */
export const publishPage = definePage({
  title: "Publish",
  titleOf: ({ development }, { extension = "" }) =>
    `Publish ${development.find((one) => one.extension === extension)?.name ?? extension}`,
  width: 720,
  height: 640,
  single: false,
  model: () => (state, { params }) => {
    const work = state.development.find(({ extension }) => extension === params.extension) ?? null;
    return {
      /** The extension under development; null once its author has stopped working on it. */
      work: work && { name: work.name, status: work.status },
      publishing: state.publishing.find(({ extension }) => extension === params.extension) ?? null,
      catalogues: catalogues(state),
    };
  },
  commands: {
    preparePublishing: isOwn,
    publishExtension: isOwn,
    leavePublishing: isOwn,
  },
});

/** The model of the page. */
export type PublishModel = ModelOf<typeof publishPage>;
