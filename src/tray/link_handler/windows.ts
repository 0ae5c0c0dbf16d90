import type { Run } from "../../core/platform/run.ts";
import type { LaunchCommand } from "../login_item/text.ts";
import type { LinkHandler } from "./handler.ts";
import { windowsCommand } from "./text.ts";

const KEY = "HKCU\\Software\\Classes\\kedge";

/** The user's own class of links in the registry, handled with the system's own `reg`. */
export function windowsLinkHandler(command: LaunchCommand, systemRoot: string, run: Run): LinkHandler {
  const reg = async (...args: string[]) => {
    const result = await run(`${systemRoot}\\System32\\reg.exe`, args);
    if (!result.ended) throw new Error(result.error);
    return result;
  };
  const need = async (...args: string[]) => {
    const { code, stderr } = await reg(...args);
    if (code !== 0) throw new Error(stderr.trim() || `reg ended with ${code}`);
  };
  return {
    async set(on) {
      const there = (await reg("query", KEY)).code === 0;
      if (!on) return there ? await need("delete", KEY, "/f") : undefined;
      await need("add", KEY, "/ve", "/d", "URL:Kedge", "/f");
      await need("add", KEY, "/v", "URL Protocol", "/d", "", "/f");
      await need("add", `${KEY}\\shell\\open\\command`, "/ve", "/d", windowsCommand(command), "/f");
    },
  };
}
