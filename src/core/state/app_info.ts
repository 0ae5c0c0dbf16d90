import type { Shell } from "../aws/exports/shells.ts";
import type { Installation } from "../releases/installation.ts";

/** What is known of this Kedge itself. */
export interface AppInfo {
  readonly version: string;
  readonly development: boolean;
  readonly home: string;
  /** The user's home folder, where the system names one: paths below it are shown with `~`. */
  readonly userHome?: string;
  readonly platform: "linux" | "darwin" | "windows";
  /** Where the build sends anonymous counts; absent for one that names no place. */
  readonly collector?: { readonly address: string; readonly doNotTrack: boolean };
  /** Where the build looks for new versions; absent for one that names no place. */
  readonly release?: { readonly address: string; readonly doNotTrack: boolean };
  readonly installation?: Installation;
  /** The shell that the user seems to work in. */
  readonly shell?: Shell;
}
