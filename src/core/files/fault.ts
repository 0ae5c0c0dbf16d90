/** Something in the user's files that Kedge cannot work with, found too deep to be a value. The texts are for the user. */
export class FileFault extends Error {
  override readonly name = "FileFault";

  /** @param hint what the user can do */
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** A file or folder that another program has open, which on Windows keeps everybody else from it. */
export class HeldOpen extends FileFault {
  constructor(path: string) {
    super(`${path} is kept open by another program`, "Close that program, then try again.");
  }
}

/** Tells whether an error is one, also when another part of the program has its own copy of the class. */
export function isFileFault(error: unknown): error is FileFault {
  return error instanceof Error && error.name === "FileFault";
}
