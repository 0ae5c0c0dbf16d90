/** Something in the user's files that Kedge cannot work with, found too deep to be a value. The texts are for the user. */
export class FileFault extends Error {
  override readonly name = "FileFault";

  /** @param hint what the user can do */
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** Tells whether an error is one, also when another part of the program has its own copy of the class. */
export function isFileFault(error: unknown): error is FileFault {
  return error instanceof Error && error.name === "FileFault";
}
