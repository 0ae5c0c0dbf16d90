/** A fault in the user's files, thrown where a result value cannot be returned. The texts are for the user. */
export class FileFault extends Error {
  override readonly name = "FileFault";

  /** @param hint what the user can do */
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** A file or folder that another program has open, which on Windows blocks access for others. */
export class HeldOpen extends FileFault {
  constructor(path: string) {
    super(`${path} is kept open by another program`, "Close that program, then try again.");
  }
}

/** Returns whether an error is a FileFault, even when another part of the program has its own copy of the class. */
export function isFileFault(error: unknown): error is FileFault {
  return error instanceof Error && error.name === "FileFault";
}
