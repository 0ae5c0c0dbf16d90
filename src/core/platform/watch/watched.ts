/** Options for watching folders. */
export interface WatchOptions {
  /**
   * Tells whether a folder below, by its path relative to the named one, is watched too; without this
   * function none is.
   */
  readonly enter?: (path: string) => boolean;
  /**
   * Called with the path of each change: of an entry, or of a named folder when it was replaced or is `gone`,
   * or when more happened in it than could be reported. It must not throw.
   */
  readonly onChange: (path: string, gone: boolean) => void;
}

/** A watch on folders. */
export interface FolderWatch {
  /** Stops reporting. The promise resolves when the system has released the folders. */
  close(): Promise<void>;
}
