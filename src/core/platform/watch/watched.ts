/** What is watched below the folders that are named. */
export interface WatchOptions {
  /** Tells whether a folder below, by its path from the one that is named, is watched too; without it none is. */
  readonly enter?: (path: string) => boolean;
  /**
   * Hears the path of each change: of an entry, or of a folder that is named, when that is another one or `gone`, or when more
   * happened in it than could be told. It must not throw.
   */
  readonly onChange: (path: string, gone: boolean) => void;
}

/** Folders that are watched. */
export interface FolderWatch {
  /** Stops reporting. The promise settles when the system has let go of the folders. */
  close(): Promise<void>;
}
