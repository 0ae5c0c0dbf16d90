import { isFileFault } from "../core/files/fault.ts";
import { own } from "../core/own.ts";

/** What the system said, for people; anything else is a programmer's error and is thrown on. */
export function systemReason(error: unknown): string {
  if (isFileFault(error)) return `${error.message}. ${error.hint}`;
  const code = (error as { code?: unknown }).code;
  if (!(error instanceof Error) || typeof code !== "string" || !/^E[A-Z]+$/.test(code)) throw error;
  return own(REASONS, code) ?? error.message;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "your share of the disk is full",
  EROFS: "the disk is read-only",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  ENOTDIR: "part of the path is not a folder",
};
