/**
 * An error in the user's files, thrown where a result value cannot be returned. The texts are for the user.
 */
export class FileError extends Error {
  override readonly name = "FileError";

  /** @param hint what the user can do */
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** A file or folder that another program has open, which on Windows blocks access for others. */
export class FileInUseError extends FileError {
  constructor(path: string) {
    super(`${path} is kept open by another program`, "Close that program, then try again.");
  }
}

/**
 * Returns whether an error is a FileError, even when another part of the program has its own copy of the
 * class.
 */
export function isFileError(error: unknown): error is FileError {
  return error instanceof Error && error.name === "FileError";
}
