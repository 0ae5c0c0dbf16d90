import { isFileError } from "../core/files/errors.ts";
import { isSystemError, systemReason } from "../core/files/reason.ts";

/** Returns the system's message for people. Throws any other error, because it is a programmer's mistake. */
export function systemErrorText(error: unknown): string {
  if (!isFileError(error) && !isSystemError(error)) throw error;
  return systemReason(error);
}
