import { join } from "node:path";

/** Bytes at which the log is rotated, and how many older files stay. */
export const LARGEST = 4 * 1024 * 1024, OLDER = 3;

/** The file that is written. */
export const logFile = (folder: string) => join(folder, "agents.log");

/** All files of the log, the oldest first; they need not be there. */
export const logFiles = (folder: string) => [
  ...Array.from({ length: OLDER }, (_, at) => `${logFile(folder)}.${OLDER - at}`),
  logFile(folder),
];
