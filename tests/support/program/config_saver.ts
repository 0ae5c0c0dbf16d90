/** Saves `aiModel` as m1, m2, … through the edit API until it is killed; prints each number after saving it. */
import { editConfigFile } from "../../../src/core/config_file/mod.ts";

const [file, first] = Deno.args;
for (let i = Number(first);; i++) {
  const edited = await editConfigFile(file!, [{ path: ["aiModel"], value: `m${i}` }]);
  if (!edited.ok) throw new Error(edited.error);
  Deno.stdout.writeSync(new TextEncoder().encode(`${i}\n`));
}
