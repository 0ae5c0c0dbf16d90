import { isFileFault } from "../core/files/fault.ts";
import { isSystemError, systemReason } from "../core/files/reason.ts";

/** The system's message for people; any other error is a programmer's and is thrown on. */
export function systemErrorText(error: unknown): string {
  if (!isFileFault(error) && !isSystemError(error)) throw error;
  return systemReason(error);
}
