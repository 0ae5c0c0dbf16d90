import { joinedPath } from "./path.ts";
import type { System } from "./system.ts";

/** What macOS and Linux have in common. */
export const posix = {
  programSuffix: "",
  stopSignals: ["SIGINT", "SIGTERM", "SIGHUP"],
  passedSignals: ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"],
  pathDelimiter: ":",
  isAbsolute: (path) => path.startsWith("/"),
  join: (...parts) => joinedPath(parts, false),
  fileNames: (name) => [name],
  killTree: (pid) => ({ group: -pid }),
} satisfies Partial<System>;
