import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findGo } from "../../../src/core/actions/mod.ts";
import { goEnvironment } from "../../../src/core/actions/build/toolchain.ts";
import { makeHome } from "../../support/program/actions.ts";
import { readScripts, type Script, sharedFiles } from "../../support/program/golden.ts";

const SDK = fileURLToPath(new URL("../../../sdk", import.meta.url));

/** Returns a Go program that runs every script with kedgetest and prints the results. */
function program(scripts: readonly Script[]): string {
  return `package main

import (
	"encoding/json"
	"fmt"
	"os"

	"kedge"
	"kedge/kedgetest"

${scripts.map(({ name }, i) => `\ts${i} "bundle/scripts/${name}"`).join("\n")}
)

type surroundings struct {
	Name    string
	Answers []any
	Config  map[string]any
	Account struct{ ID, Role, Region string }
	Secrets map[string]string
}

func main() {
	runs := map[string]func(*kedge.Ctx) error{
${scripts.map(({ name }, i) => `\t\t"${name}": s${i}.Run,`).join("\n")}
	}
	var all []surroundings
	if err := json.NewDecoder(os.Stdin).Decode(&all); err != nil {
		panic(err)
	}
	results := map[string]any{}
	for _, s := range all {
		host := kedgetest.Host{
			Config: s.Config, Answers: s.Answers, Secrets: s.Secrets,
			AccountID: s.Account.ID, Role: s.Account.Role, Region: s.Account.Region,
			Extension: kedgetest.Name{ID: "golden", Label: "Test golden"},
			Action: kedgetest.Name{ID: s.Name, Label: "Do " + s.Name},
			ExtensionVersion: "1.0", ExtensionAuthor: "The tests", AppVersion: "0.1.0", Dir: ".",
		}
		got := host.Run(runs[s.Name])
		failure := ""
		if got.Err != nil {
			failure = got.Err.Error()
		}
		log := []map[string]string{}
		for _, line := range got.Log {
			log = append(log, map[string]string{"stream": line.Stream, "text": line.Text})
		}
		results[s.Name] = map[string]any{"status": got.Status, "error": failure, "log": log, "shown": got.Shown}
	}
	text, err := json.Marshal(results)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}
`;
}

Deno.test("kedgetest: each script of the golden suite ends as it does under Kedge", async (t) => {
  const go = await findGo();
  assert.ok("path" in go);
  const paths = await makeHome();
  try {
    const scripts = await readScripts();
    const work = join(paths.home, "work");
    const files: Record<string, string> = {
      "go.mod": `module bundle\n\ngo 1.19\n\nrequire kedge v0.0.0\n\nreplace kedge => ${SDK}\n`,
      "main.go": program(scripts),
      ...await sharedFiles(),
      ...Object.fromEntries(scripts.map(({ name, source }) => [`scripts/${name}/action.go`, source])),
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(dirname(join(work, path)), { recursive: true });
      await Deno.writeTextFile(join(work, path), text);
    }
    const env = goEnvironment(go, join(paths.cache, "go"), paths.home);
    const built = await new Deno.Command(go.path, {
      args: ["build", "-trimpath", "-o", "program", "."],
      cwd: work,
      env,
      clearEnv: true,
    }).output();
    assert.ok(built.success, new TextDecoder().decode(built.stderr));
    const child = new Deno.Command(join(work, "program"), {
      cwd: work,
      env: {},
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
    })
      .spawn();
    const writer = child.stdin.getWriter();
    await writer.write(
      new TextEncoder().encode(JSON.stringify(scripts.map(({ name, golden }) => ({ name, ...golden })))),
    );
    await writer.close();
    const { stdout } = await child.output();
    const results = JSON.parse(new TextDecoder().decode(stdout));
    for (const { name, golden } of scripts) {
      await t.step(name, () => {
        const { status, error = "", log, shown } = golden.expected!;
        assert.deepEqual(results[name], {
          status,
          // Kedge gives the position of a panic before its message, and kedgetest in the trace.
          error: error.replace(/^\S+\.go:\d+: (?=panic: )/, ""),
          // Only Kedge records standard output and standard error.
          log: log.filter(({ stream }) => stream === "log"),
          shown,
        });
      });
    }
  } finally {
    await paths.remove();
  }
});
