import { withoutCredentials } from "../../core/platform/mod.ts";
import { run } from "../../core/platform/run.ts";
import type { Secret } from "../../core/secret.ts";
import type { Clipboard, HeldSelection, NotHeld } from "./backend.ts";

/** A `wl-copy` that cannot reach the desktop says so within this time, ms. */
const FAILS_WITHIN = 400;

/**
 * The clipboard by `wl-copy`, which holds a text as long as it runs: ending it clears what is still there, and it ends by
 * itself when something else is copied. Newer ones can mark a text as a secret.
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
    // It ended without reading: its exit status says so.
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
        // Something else was copied: it has ended.
      }
      await child.status;
    },
  };
}
