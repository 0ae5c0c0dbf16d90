import { fileURLToPath } from "node:url";
import { buildActionLibrary } from "../runner/go_library.ts";
import { installActions, makeHome } from "../support/program/actions.ts";
import { goal } from "./goal.ts";

const PROBE = fileURLToPath(new URL("./probe/runs.ts", import.meta.url));

/** An action that prints 5 MB in lines of 64 characters. */
const PRINT = `package action

import (
	"fmt"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	for i := 0; i < 80_000; i++ {
		fmt.Println("a line of sixty-four characters, which is printed very often ..")
	}
	return nil
}
`;

/** Builds Go's library into the cache that test homes share. */
export const prepare = buildActionLibrary;

/** Measures the memory that runs with much output leave in Kedge. */
export async function bench(): Promise<string[]> {
  const lines: string[] = [];
  for (const count of [30, 136]) {
    const paths = await makeHome();
    try {
      await installActions(paths, "loud", [{
        id: "print",
        source: PRINT,
        manifest: { contextMode: "none", console: "none" },
      }]);
      const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--v8-flags=--expose-gc", PROBE, paths.home, `${count}`],
        env: { KEDGE_HOME: paths.home },
      }).output();
      if (!success) throw new Error(new TextDecoder().decode(stderr));
      const { kept, peak } = JSON.parse(new TextDecoder().decode(stdout).trim().split("\n").at(-1)!);
      const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
      lines.push(
        `${count} ended runs of 5 MB: ${mb(kept)} kept, at most ${mb(peak)} over rest (${
          goal("32 MB kept", kept <= 32 * 2 ** 20)
        })`,
      );
    } finally {
      await paths.remove();
    }
  }
  return lines;
}
