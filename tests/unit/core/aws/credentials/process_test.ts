import { equal, rejects } from "node:assert/strict";
import { processCredentials } from "../../../../../src/core/aws/credentials/process.ts";
import { testOn } from "../../../../support/systems.ts";

testOn(["shell"], "processCredentials() ends the program when nobody waits any more", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-process-" });
  try {
    const file = `${folder}/pid`;
    const stop = new AbortController();
    const line = `/bin/sh -c 'echo $$ > ${file}.new; mv ${file}.new ${file}; exec sleep 600'`;
    const asked = processCredentials(line, "a", () => undefined, stop.signal);
    const ended = rejects(asked, /cancelled/);
    let pid = "";
    while (pid === "") {
      pid = (await Deno.readTextFile(file).catch(() => "")).trim();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    stop.abort();
    await ended;
    equal(await Deno.stat(`/proc/${pid}`).then(() => "there", () => "gone"), "gone");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
