import { selector } from "../../core/state/selector.ts";
import type { AppState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";

/** The page that imports entries of other programs on this computer into config.json. */
export const importPage = definePage({
  title: "Import",
  width: 720,
  height: 560,
  single: true,
  resizable: true,
  frame: true,
  model: () => {
    const file = selector(({ config }: AppState) => [config.file], (file) => file);
    return (state) => ({ file: file(state) });
  },
  commands: {
    findImports: true,
    planImport: true,
    writeImport: true,
    undoImport: true,
  },
});

/** The model of the page. */
export type ImportModel = ModelOf<typeof importPage>;
