import type { Found } from "../found.ts";

/** The folders in which programs keep their files on this system. */
export interface Folders {
  readonly home: string;
  /** `~/.config`, `~/Library/Application Support`, `%APPDATA%`. */
  readonly config: string;
  /** `~/.local/share`, `~/Library`, `%APPDATA%`. */
  readonly data: string;
}

/** Another program from which connections or accounts can be imported. */
export interface Source {
  /** The program's name. */
  readonly title: string;
  /** Returns the usual paths of its file, the likeliest first. */
  files(folders: Folders): readonly string[] | Promise<readonly string[]>;
  /**
   * Reads the data in a file; null when there is no file. Throws an ImportError when the file cannot be read.
   */
  read(path: string): Promise<Found | null>;
}
