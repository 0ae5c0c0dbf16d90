import { withoutCredentials } from "../../core/platform/mod.ts";
import { run } from "../../core/platform/run.ts";
import type { Secret } from "../../core/secret.ts";
import type { Clipboard, HeldSelection, NotHeld } from "./backend.ts";

/**
 * How long a new `wl-copy` is watched for a failure, in ms. One that cannot reach the desktop exits within
 * this time.
 */
const FAILS_WITHIN = 400;

/**
 * Returns the clipboard that uses `wl-copy`. That program holds a text as long as it runs: ending it clears
 * the text, and it exits by itself when something else is copied. Newer versions can mark a text as a secret.
 */
export function waylandClipboard(program: string): Clipboard {
  return {
    async hold(text) {
      const help = await run(program, ["--help"]);
      const marked = help.ended && `${help.stdout}${help.stderr}`.includes("--sensitive");
      return await hold(program, marked, text);
    },
  };
}

async function hold(program: string, marked: boolean, text: Secret): Promise<HeldSelection | NotHeld> {
  const child = new Deno.Command(program, {
    args: ["--foreground", "--type", "text/plain;charset=utf-8", ...(marked ? ["--sensitive"] : [])],
    env: withoutCredentials(Deno.env.toObject()),
    clearEnv: true,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  child.unref();
  const failed = async () => {
    const { success } = await child.status;
    return success ? "replaced" : "failed";
  };
  try {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(text.open()));
    await writer.close();
  } catch {
    // The program exited without reading its input; its exit status is checked below.
  }
  let timer;
  const holds = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), FAILS_WITHIN));
  const ended = await Promise.race([failed(), holds]);
  clearTimeout(timer);
  if (ended === "failed") {
    return {
      error: "wl-copy could not reach the clipboard of this desktop.",
      hint: "Try it in a terminal: wl-copy test",
    };
  }
  return {
    marked,
    async clear() {
      try {
        child.kill("SIGTERM");
      } catch {
        // The program has already exited because something else was copied.
      }
      await child.status;
    },
  };
}
