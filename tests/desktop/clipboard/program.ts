/**
 * A clipboard in a process of its own: copies each line of standard input and prints a
 * confirmation. An empty line closes the clipboard.
 */
import { Secret } from "../../../src/core/secret.ts";
import { createSecretClipboard } from "../../../src/tray/clipboard/mod.ts";

const [seconds = "45"] = Deno.args;
const clipboard = createSecretClipboard(undefined, Number(seconds));
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  for (const line of chunk.split("\n").slice(0, -1)) {
    if (line === "") {
      await clipboard.close();
      console.log("closed");
    } else {
      console.log(
        JSON.stringify(await clipboard.copy(new Secret(line.repeat(Number(Deno.args[1] ?? 1))))),
      );
    }
  }
}
