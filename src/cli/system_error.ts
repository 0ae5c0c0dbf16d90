import { isFileFault } from "../core/files/fault.ts";
import { isSystemError, systemReason } from "../core/files/reason.ts";

/** What the system said, for people; anything else is a programmer's error and is thrown on. */
export function systemErrorText(error: unknown): string {
  if (!isFileFault(error) && !isSystemError(error)) throw error;
  return systemReason(error);
}
