import assert from "node:assert/strict";
import { buildErrorText, bundleText, readBuildErrors } from "../../../../../src/core/actions/build/errors.ts";

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

Deno.test("readBuildErrors() says something whatever go printed", () => {
  for (const output of ["", "signal: killed\n", "go: no space left on device"]) {
    const [problem] = readBuildErrors(output, paths);
    assert.ok(problem!.message.length > 0);
    assert.equal(problem!.file, "actions/my tool.go");
  }
});

Deno.test("bundleText() names the bundle's file in the trace of a panic", () => {
  assert.equal(
    bundleText("\tbundle/kedgerun/action/action.go:8 +0x2e", paths),
    "\tactions/my tool.go:8 +0x2e",
  );
});
