import assert from "node:assert/strict";
import {
  buildErrorText,
  readBuildErrors,
  withBundleNames,
} from "../../../../../src/core/actions/build/errors.ts";

const paths = { entry: "actions/my tool.go", folder: "kedgerun" };
Deno.test("readBuildErrors() joins what belongs together and names each problem once", () => {
  const output = [
    "# bundle/kedgerun/action",
    "kedgerun/action/action.go:4:2: cannot use x",
    "\thave (int)",
    "\twant (string)",
    "kedgerun/action/action.go:9:1: undefined: y",
    "kedgerun/action/action.go:9:1: undefined: y",
    "note: module requires Go 1.99",
  ].join("\n");
  assert.equal(
    buildErrorText(readBuildErrors(output, paths)),
    "actions/my tool.go:4:2: cannot use x\nhave (int)\nwant (string)\nactions/my tool.go:9:1: undefined: y",
  );
});

Deno.test("readBuildErrors() gives an error for any output of go", () => {
  for (const output of ["", "signal: killed\n", "go: no space left on device"]) {
    const [problem] = readBuildErrors(output, paths);
    assert.ok(problem!.message.length > 0);
    assert.equal(problem!.file, "actions/my tool.go");
  }
});

Deno.test("withBundleNames() names the bundle's file in the trace of a panic", () => {
  assert.equal(
    withBundleNames("\tbundle/kedgerun/action/action.go:8 +0x2e", paths),
    "\tactions/my tool.go:8 +0x2e",
  );
});

const OTHER = new TextEncoder().encode("// Says hello.\npackage other\n\nfunc Run() {}\n");

/**
 * Errors of several versions of go about Kedge's generated main.go, when the entry has another
 * package or a wrong Run.
 */
const GENERATED: readonly (readonly [string, string])[] = [
  [
    'kedgerun/main.go:5:2: "bundle/kedgerun/action" imported as other and not used\nkedgerun/main.go:9:27: undefined: action',
    "actions/my tool.go:2: the file is not package action",
  ],
  [
    'kedgerun/main.go:5:2: "bundle/kedgerun/action" imported but not used as other',
    "actions/my tool.go:2: the file is not package action",
  ],
  [
    'kedgerun/main.go:5:2: imported and not used: "bundle/kedgerun/action" as other\nkedgerun/main.go:9:27: undefined: action',
    "actions/my tool.go:2: the file is not package action",
  ],
  [
    "kedgerun/main.go:9:27: cannot use generic function action.Run without instantiation",
    "actions/my tool.go:4: Run has the wrong form: it is generic",
  ],
  [
    "kedgerun/main.go:9:27: cannot use action.Run (value of type func()) as func(*kedge.Ctx) error value",
    "actions/my tool.go:4: Run has the wrong form: func()",
  ],
  ["lib/x.go:9:27: undefined: action", "lib/x.go:9:27: undefined: action"],
];
for (const [output, text] of GENERATED) {
  Deno.test(`readBuildErrors() names the line of the entry when go says ${output}`, () => {
    assert.equal(buildErrorText(readBuildErrors(output, { ...paths, source: OTHER })), text);
  });
}

const PACKAGES = ["lib/tide", "words"];

/** Errors of go about an import that an author wrote, and the hint that Kedge gives. */
const IMPORTS: readonly (readonly [string, string])[] = [
  ["package lib/tide is not in std (/usr/local/go/src/lib/tide)", 'Write "bundle/lib/tide".'],
  ["package harbour/lib/tide is not in std", 'Write "bundle/lib/tide".'],
  ["package bundle/tide is not in std", 'Write "bundle/lib/tide".'],
  ["package bundle/lib/Tide is not in std", 'Write "bundle/lib/tide".'],
  ["package bundle/wrods is not in std", 'Write "bundle/words".'],
  ["no required module provides package github.com/ada/harbour/lib/tide: go.mod", 'Write "bundle/lib/tide".'],
  [
    '"../../lib/tide" is relative, but relative import paths are not supported in module mode',
    'Write "bundle/lib/tide".',
  ],
  [
    '"./x" is relative, but relative import paths are not supported in module mode',
    'Code of the bundle is imported by its folder: "bundle/FOLDER".',
  ],
  ["package maps is not in std", "Check the import, or install a newer Go."],
];

for (const [said, hint] of IMPORTS) {
  Deno.test(`readBuildErrors() says how to import when go says ${said}`, () => {
    const [found] = readBuildErrors(`a.go:3:2: ${said}`, { ...paths, packages: PACKAGES });
    assert.equal(found!.hint, hint);
  });
}

Deno.test("withBundleNames() names files of the bundle as the bundle does", () => {
  for (
    const [text, named] of [
      ["\tbundle/lib/tide/tide.go:8 +0x2e", "\tlib/tide/tide.go:8 +0x2e"],
      ["bundle/lib/tide/tide.go:8: panic: no", "lib/tide/tide.go:8: panic: no"],
      ["bundle/lib/tide.Row(...)", "bundle/lib/tide.Row(...)"],
      ["the bundle/lib/tide.go:8", "the bundle/lib/tide.go:8"],
    ]
  ) assert.equal(withBundleNames(text!, paths), named);
});
