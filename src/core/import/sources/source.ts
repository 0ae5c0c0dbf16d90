import type { Found } from "../found.ts";

/** Where programs keep their files on this system. */
export interface Folders {
  readonly home: string;
  /** `~/.config`, `~/Library/Application Support`, `%APPDATA%`. */
  readonly config: string;
  /** `~/.local/share`, `~/Library`, `%APPDATA%`. */
  readonly data: string;
}

/** Another program whose connections or accounts can be brought into config.json. */
export interface Source {
  /** The program's name. */
  readonly title: string;
  /** Where its file usually is, the likeliest first. */
  files(folders: Folders): readonly string[] | Promise<readonly string[]>;
  /** What a file holds; null when there is none. Throws an ImportFault for one that cannot be read. */
  read(path: string): Promise<Found | null>;
}
