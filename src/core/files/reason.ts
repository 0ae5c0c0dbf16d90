import { ownProperty } from "../own_property.ts";
import { isFileError } from "./errors.ts";

/** Returns whether an error comes from the system: a failed call with its code (`ENOSPC`). */
export function isSystemError(error: unknown): error is Error & { code: string } {
  const code = (error as { code?: unknown } | null)?.code;
  return error instanceof Error && typeof code === "string" && /^E[A-Z0-9]+$/.test(code);
}

/**
 * Returns why a file or folder could not be read or written, as the end of a sentence. The system's own
 * message is used only as a last resort, without its error number and the names of temporary files after it.
 */
export function systemReason(error: unknown): string {
  if (isFileError(error)) return `${error.message.replace(/\.$/, "")}. ${error.hint}`;
  if (!(error instanceof Error)) return String(error);
  if (!isSystemError(error)) return error.message;
  const number = /^[^:]*\(os error (\d+)\)/.exec(error.message)?.[1];
  return ownProperty(WINDOWS_REASONS, `${number} ${error.code}`) ?? ownProperty(REASONS, error.code) ??
    error.message.replace(/ \(os error \d+\)[^]*$/, "");
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "your share of the disk is full",
  EROFS: "the disk is read-only",
  EACCES: "you have no permission there",
  EPERM: "you have no permission there",
  ENOENT: "there is no such folder",
  ENOTDIR: "part of the path is not a folder",
  EISDIR: "it is a folder",
  EEXIST: "something else lies there",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links lead in a circle",
  EFBIG: "the disk takes no file of that size",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  EIO: "the disk reports an error",
  EBUSY: "another program uses it",
};

/**
 * Meanings of Windows error numbers whose code is misleading. No other system combines these numbers with
 * these codes.
 */
const WINDOWS_REASONS: Readonly<Record<string, string>> = {
  "5 EPERM": "you have no permission there, or another program has it open",
  "123 ENOENT": "Windows allows no such name",
};

/** Returns the whole sentence: what could not be done and why, or the message of one of Kedge's own errors. */
export function failureText(what: string, error: unknown): string {
  return isSystemError(error) ? `${what}: ${systemReason(error)}.` : systemReason(error);
}
