import assert from "node:assert/strict";
import { join } from "node:path";
import { readGo } from "../../../src/core/bundle/mod.ts";
import { hostileGo } from "../../support/go/go_fuzz.ts";
import { compareWithGo, goProgram, withGoOracle } from "../../support/go/oracle.ts";
import { Random } from "../../support/random.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const COUNT = 4000;

Deno.test(`readGo() sees the imports that Go's own packages see in ${COUNT} generated files`, async () => {
  const sources = Array.from({ length: COUNT }, (_, seed) => hostileGo(new Random(seed)));
  await withGoOracle(async (ask) => {
    const verdicts = await ask(sources);
    const read = sources.filter((source, index) => compareWithGo(source, verdicts[index]!));
    assert.ok(read.length > COUNT / 3, `only ${read.length} were Go`);
  });
});

Deno.test("readGo() sees the imports that go list sees", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-go-list-" });
  try {
    await Deno.writeTextFile(join(folder, "go.mod"), "module bundle\n\ngo 1.19\n");
    const expected = new Map<string, string[]>();
    for (let seed = 0; expected.size < 60; seed++) {
      const source = hostileGo(new Random(seed));
      const paths = new Set<string>();
      if (readGo(source, { import: ({ path }) => paths.add(path) }) || paths.has("C") || paths.size === 0) {
        continue;
      }
      const path = join(folder, `p${seed}`);
      await Deno.mkdir(path);
      await Deno.writeFile(join(path, "a.go"), source);
      expected.set(`bundle/p${seed}`, [...paths].sort());
    }
    const { stdout } = await new Deno.Command(await goProgram(), {
      args: ["list", "-e", "-json=ImportPath,Imports,GoFiles", ...expected.keys()],
      cwd: folder,
      env: { GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0" },
    }).output();
    const answers = JSON.parse(`[${new TextDecoder().decode(stdout).replaceAll(/^}\n{/gm, "},{")}]`);
    assert.equal(answers.length, expected.size);
    let compared = 0;
    for (const { ImportPath, Imports, GoFiles } of answers) {
      if (!GoFiles) continue; // a build constraint leaves the only file out
      assert.deepEqual(Imports, expected.get(ImportPath), ImportPath);
      compared++;
    }
    assert.ok(compared > 20, `${compared}`);
  } finally {
    await removeFolder(folder);
  }
});
