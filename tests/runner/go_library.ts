/**
 * Builds what Go compiles once on a machine, into the caches that tests share: the standard library with
 * net/http and the SDK as Kedge compiles actions, and the SDK with its tests as `go test` does. Otherwise the
 * first test would wait for this while all others run.
 */
import { compileAction } from "../../src/core/actions/mod.ts";
import { findProgram } from "../../src/core/platform/mod.ts";
import { makeHome } from "../support/program/actions.ts";
import { GO_ENVIRONMENT } from "./suites.ts";

/** An action that imports everything that actions of tests and examples import; HTTP() links net/http. */
const ACTION = `package action

import (
	_ "archive/zip"
	_ "bufio"
	_ "crypto/sha256"
	_ "encoding/base64"
	_ "encoding/csv"
	_ "encoding/json"
	_ "math/rand"
	_ "os/exec"
	_ "os/signal"
	_ "os/user"
	_ "path/filepath"
	_ "regexp"
	_ "text/tabwriter"
	_ "text/template"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	_ = k.HTTP()
	return nil
}
`;

/** Builds the action as Kedge does, into the cache that all homes of tests share. Throws Go's error output. */
export async function buildActionLibrary(): Promise<void> {
  const paths = await makeHome();
  try {
    const files = new Map([["actions/all.go", new TextEncoder().encode(ACTION)]]);
    const compiled = await compileAction(paths, { entry: "actions/all.go", files });
    if (compiled.ok) return;
    const places = compiled.diagnostics.map(({ message }) => `\n  ${message}`).join("");
    throw new Error(`${compiled.error}${places}${compiled.hint ? `\n${compiled.hint}` : ""}`);
  } finally {
    await paths.remove();
  }
}

/**
 * Builds the SDK and its tests into the user's own Go cache, which `go vet` and `go test` use. Throws Go's
 * error output.
 */
async function buildSdkTests(): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(await findProgram("go") ?? "go", {
    args: ["test", "-run", "^$", "./..."],
    cwd: new URL("../../sdk", import.meta.url),
    env: GO_ENVIRONMENT,
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(text(stdout) + text(stderr));
}

if (import.meta.main) {
  const steps = [["for actions", buildActionLibrary], ["for the tests of the SDK", buildSdkTests]] as const;
  for (const [name, build] of steps) {
    const begun = performance.now();
    await build();
    console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
}
