import type { Installation } from "../releases/installation.ts";
import { runningProgram } from "./running_program.ts";
import { isThere } from "../files/there.ts";

/** Returns how a program at that path was installed; `exists` tells whether a path exists on this computer. */
export function installationOf(
  program: string,
  system: "linux" | "darwin" | "windows",
  exists: (path: string) => boolean,
): Installation {
  if (system === "linux") {
    return program === "/usr/bin/kedge" && exists("/var/lib/dpkg/info/kedge.list") ? "deb" : "archive";
  }
  if (system === "darwin") {
    return ["/opt/homebrew", "/usr/local"].some((root) => exists(`${root}/Caskroom/kedge`))
      ? "homebrew"
      : "archive";
  }
  if (/\\scoop\\apps\\/i.test(program)) return "scoop";
  if (/\\winget\\packages\\/i.test(program)) return "winget";
  return /\\programs\\kedge\\kedge\.(exe|com)$/i.test(program) ? "installer" : "archive";
}

/** Returns how this Kedge was installed. */
export function installation(system: "linux" | "darwin" | "windows"): Installation {
  if (!Deno.build.standalone) return "source";
  return installationOf(runningProgram(), system, isThere);
}
