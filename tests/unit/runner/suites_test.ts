import { deepEqual } from "node:assert/strict";
import { type Part, turns } from "../../runner/suites.ts";
import { coveredFiles } from "../../support/house/verified.ts";

for (const part of ["integration", "desktop"] satisfies Part[]) {
  Deno.test(`turns() runs each file of the ${part} tests in one suite`, async () => {
    const suites = (await turns(part)).flat(2);
    const paths = suites.map(({ command }) => command.at(-1)!);
    const files = coveredFiles().filter((file) => file.startsWith(`${part}/`))
      .map((file) => `tests/${file}`);
    const runs = (file: string) =>
      paths.filter((path) => file === path || file.startsWith(`${path}/`)).length;
    deepEqual([files.length > 50, files.filter((file) => runs(file) !== 1)], [true, []]);
    deepEqual(new Set(suites.map(({ name }) => name)).size, suites.length);
  });
}
