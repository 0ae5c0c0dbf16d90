import { definePage, type ModelOf } from "../page.ts";

/** The page that imports entries of other programs on this computer into config.json. */
export const importPage = definePage({
  title: "Import",
  width: 720,
  height: 560,
  single: true,
  model: () => ({ config }) => ({ file: config.file }),
  commands: {
    findImports: true,
    planImport: true,
    writeImport: true,
    undoImport: true,
  },
});

/** The model of the page. */
export type ImportModel = ModelOf<typeof importPage>;
