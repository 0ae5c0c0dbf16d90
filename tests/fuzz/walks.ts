import assert from "node:assert/strict";
import { join } from "node:path";
import { linkedAmong } from "../../src/core/actions/build/linked.ts";
import { libraryPackage, libraryPaths } from "../../src/core/extensions/review/library/packages.ts";
import { LOOKED_FOR, unaccounted } from "../../src/core/extensions/review/unaccounted.ts";
import { sourceLook } from "../../src/core/extensions/review/findings.ts";
import { goProgram } from "../support/go/oracle.ts";
import { runCaged } from "../support/library/cage.ts";
import { goRoot } from "../support/library/root.ts";
import { randomWalks } from "../support/library/walk.ts";
import { Random } from "../support/random.ts";

const ENTRY = "actions/run.go";
/**
 * Packages that no bundle is compiled with, or that end the program before it has done anything.
 */
const LEFT_OUT = new Set(["unsafe", "arena", "runtime/cgo", "syscall/js", "plugin", "simd/archsimd"]);

/**
 * Returns the program of the walks: it runs each walk under a mark that a trace of its calls shows.
 * A walk that takes longer than `patience` ms is left running, and its later calls count for the
 * current walk.
 */
export const harness = (patience: number) =>
  `package main

import (
	"bundle/action"
	"strconv"
	"syscall"
	"time"
	"os"
)

func main() {
	first, _ := strconv.Atoi(os.Args[1])
	left := 0
	for i := first; i < len(action.Walks); i++ {
		_ = syscall.Access("/walk/"+strconv.Itoa(i), 0)
		done := make(chan bool, 1)
		go func() {
			defer func() { recover(); done <- true }()
			action.Walks[i]()
		}()
		select {
		case <-done:
		case <-time.After(${patience} * time.Millisecond):
			// Waiting walks stay behind; too many of them would take the time of the others.
			if left++; left > 20 {
				os.Exit(3)
			}
		}
	}
	_ = syscall.Access("/walk/end", 0)
}
`;

/**
 * Checks programs of random walks over the standard library in a cage: their real actions, and the
 * functions linked into them, must be among the abilities in their review.
 */
export async function walks(seed: number, count: number): Promise<void> {
  const random = new Random(seed);
  const go = await goProgram(), root = await goRoot(go);
  const harmless = random.int(2) === 0;
  const paths = libraryPaths().filter((path) => {
    const known = libraryPackage(path)!;
    return !LEFT_OUT.has(path) && !path.startsWith("runtime/") &&
      (!harmless || known.members !== undefined || known.all.length === 0);
  });
  // Half of the packages are ones in which some names have more abilities than others.
  const mixed = paths.filter((path) => libraryPackage(path)!.members);
  const chosen = Array.from({ length: 2 + random.int(5) }, () => random.pick(random.int(2) ? mixed : paths));
  const reaching = [...new Set(chosen)].flatMap((path) =>
    [...libraryPackage(path)!.members ?? []].filter(([, can]) => can.length > 0).map(([name]) =>
      `${path}.${name}`
    )
  );
  const source = await randomWalks(go, root, {
    seed,
    count,
    paths: [...new Set(chosen)],
    without: harmless ? reaching : [],
  });
  const files = new Map([[ENTRY, new TextEncoder().encode(source)]]);
  const { can, could } = sourceLook(files, [ENTRY]);
  const work = await Deno.makeTempDir({ prefix: "kedge-walks-" });
  const release = /go(1\.\d+)/.exec(await Deno.readTextFile(join(root, "VERSION")))![1]!;
  try {
    for (const folder of ["action", "main"]) await Deno.mkdir(join(work, folder));
    await Deno.writeTextFile(join(work, "go.mod"), `module bundle\n\ngo ${release}\n`);
    await Deno.writeTextFile(join(work, "action/action.go"), source);
    await Deno.writeTextFile(join(work, "main/main.go"), harness(50));
    const program = join(work, "program");
    const { success, stderr } = await new Deno.Command(go, {
      args: ["build", "-trimpath", "-ldflags=-s -w", "-o", program, "./main"],
      cwd: work,
      env: { CGO_ENABLED: "0", GOTOOLCHAIN: "local", GOFLAGS: "", GOWORK: "off" },
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr).slice(0, 2000));
    const linked = linkedAmong(await Deno.readFile(program), LOOKED_FOR);
    assert.deepEqual(
      unaccounted(files, ENTRY, linked, { system: "linux", release }),
      null,
      `linked into walks over ${chosen}`,
    );
    const said = new Set<string>([...can, ...could]);
    for (const { what, line, walk } of await runCaged(program, work, count)) {
      assert.ok(
        what.some((one) => said.has(one)),
        `walk ${walk} over ${chosen} did ${what.join(" or ")}, the review says ${
          [...said].join(", ") || "nothing"
        }: ${line}\n` +
          (new RegExp(`func w${walk}\\(\\) \\{[^]*?\\n\\}`).exec(source)?.[0] ?? ""),
      );
    }
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}
