import { join } from "node:path";

/** Bytes after which the log is rotated, and number of older files kept. */
export const MAX_SIZE = 4 * 1024 * 1024, OLDER = 3;

/** Returns the path of the current log file. */
export const logFile = (folder: string) => join(folder, "agents.log");

/** Returns the paths of all log files, oldest first; they may not exist. */
export const logFiles = (folder: string) => [
  ...Array.from({ length: OLDER }, (_, at) => `${logFile(folder)}.${OLDER - at}`),
  logFile(folder),
];
