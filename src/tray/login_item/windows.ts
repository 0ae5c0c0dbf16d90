import type { Run } from "../../core/platform/run.ts";
import type { LoginItem } from "./item.ts";
import { type LaunchCommand, parseRegistry, runValue } from "./text.ts";

const BASE = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion";
const RUN = `${BASE}\\Run`;
/** Where Windows keeps what the user decided in Task Manager and Settings. */
const APPROVED = `${BASE}\\Explorer\\StartupApproved\\Run`;
const NAME = "Kedge";

/** A value of the user's Run key, handled with the system's own `reg`. */
export function windowsLoginItem(command: LaunchCommand, systemRoot: string, run: Run): LoginItem {
  const reg = async (...args: string[]) => {
    const result = await run(`${systemRoot}\\System32\\reg.exe`, args);
    if (!result.ended) throw new Error(result.error);
    return result;
  };
  const read = async (key: string) => {
    const { code, stdout } = await reg("query", key, "/v", NAME);
    return code === 0 ? parseRegistry(stdout) : null;
  };
  return {
    async state() {
      const value = await read(RUN);
      if (value === null) return "off";
      const approved = await read(APPROVED);
      // An odd first byte means that the user has switched it off.
      if (approved && parseInt(approved.data.slice(0, 2), 16) % 2 === 1) return "switched-off";
      return value.data === runValue(command) ? "on" : "other";
    },
    async set(on) {
      const { code, stderr } = on
        ? await reg("add", RUN, "/v", NAME, "/t", "REG_SZ", "/d", runValue(command), "/f")
        : await reg("delete", RUN, "/v", NAME, "/f");
      if (code !== 0) throw new Error(stderr.trim() || `reg ended with ${code}`);
    },
  };
}
