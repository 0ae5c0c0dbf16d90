import type { DevelopmentState } from "../../../src/core/state/development.ts";
import type { Diagnostic } from "../../../src/core/diagnostic.ts";
import type { Scene } from "./scenes.ts";
import { doesNotCompile, extensions, failed, fullState } from "./state.ts";

const folder = "/home/anna/extensions/toolbox";
const extension = { ...extensions[0]!, source: folder, developed: true as const, installedAt: 0 };
const at = new Date("2026-03-04T14:02:11").getTime();
const work: DevelopmentState = {
  folder,
  extension: extension.id,
  name: extension.name,
  status: "ready",
  diagnostics: [],
  actions: extension.actions.length,
  at,
  ms: 840,
};
const problem = (file: string, line: number, column: number, message: string): Diagnostic => ({
  severity: "error",
  code: "does-not-compile",
  path: [],
  file,
  line,
  column,
  message,
});
const broken: DevelopmentState = {
  ...work,
  status: "broken",
  diagnostics: [
    problem("actions/rotate.go", 14, 7, "undefined: keyz"),
    problem("actions/rotate.go", 22, 2, "missing return"),
    { ...problem("manifest.json", 9, 5, "The field “tooltipp” is not known."), severity: "warning" },
  ],
};
const run = {
  ...failed,
  id: "run-dev",
  extension: extension.id,
  extensionName: extension.name,
  action: "rotate",
  actionLabel: "Rotate access keys",
  developed: true as const,
};
/** A run that was refused because the action did not compile. */
const unmade = { ...run, status: "refused" as const, error: doesNotCompile.error!, logLines: 0 };
const single = { ...extension, actions: extension.actions.slice(0, 1) };
const base = { page: "development", params: { folder }, width: 760, height: 520 } as const;
const others = extensions.slice(1);
const stateOf = (development: DevelopmentState, runs = [run]) =>
  fullState({ extensions: [extension, ...others], development: [development], runs });

/** An extension in development, for scenes of other pages. */
export const developed = { extension: extension.id, state: stateOf(work, []) };

/** Scenes of an extension that its author works on. */
export const developmentScenes: readonly Scene[] = [
  { ...base, name: "development", state: stateOf(work) },
  { ...base, name: "development-new", state: stateOf(work, []) },
  { ...base, name: "development-broken", state: stateOf(broken) },
  { ...base, name: "development-mended", state: stateOf({ ...work, at: Date.now() }, [unmade]) },
  { ...base, name: "development-unmade", state: stateOf(work, [unmade]) },
  {
    ...base,
    name: "development-one",
    state: fullState({ extensions: [single, ...others], development: [{ ...work, actions: 1 }], runs: [] }),
  },
  {
    name: "palette-development",
    page: "palette",
    state: stateOf(work),
    width: 640,
    height: 420,
    act: async (tab) => {
      await tab.type("dev");
      await tab.until("document.querySelector('.palette-list .pill')");
    },
  },
];
