import assert from "node:assert/strict";
import { installActions, makeHome, runJson } from "../../support/program/actions.ts";

/** An action that calls functions of the SDK by names that its source does not contain. */
const SOURCE = `package action

import (
	"reflect"
	"strings"
	"text/template"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	got := reflect.ValueOf(k).MethodByName("Sec" + "ret").Call([]reflect.Value{reflect.ValueOf("db")})
	k.Log(got[1])
	var text strings.Builder
	k.Log(template.Must(template.New("x").Parse("{{." + "Que" + "ry \\"db\\" \\"select 1\\"}}")).Execute(&text, k))
	return nil
}
`;

for (
  const [name, more, refused] of [
    ["refuses what no source names", {}, true],
    ["answers what a source names", { "lib/a.go": "package lib\n\n// Secret and Query.\n" }, false],
  ] as const
) {
  Deno.test(`a call by a name made at run time: the host ${name}`, async () => {
    const paths = await makeHome();
    try {
      await installActions(paths, "names", [{ id: "run", source: SOURCE }], more);
      const { document } = await runJson(paths, "names/run", []);
      const log = document.log.map(({ text }) => text).join("\n");
      for (const word of ["Secret", "Query"]) {
        assert.equal(log.includes(`no source of this extension names ${word}`), refused, log);
      }
    } finally {
      await paths.remove();
    }
  });
}
