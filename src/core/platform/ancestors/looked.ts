/** What a system reveals about one process. Parts that it does not reveal are empty. */
export interface LookedProcess {
  readonly pid: number;
  /** Id of its parent; 0 when the parent cannot be read. */
  readonly parent: number;
  /** Absolute path of the program, as the kernel reports it; "" when it is not revealed. */
  readonly program: string;
  /**
   * Up to four first words of the command line, which include the script of an interpreter. A process can
   * change these texts.
   */
  readonly words: readonly string[];
  /** The environment at the start of the process, as `NAME=value`. */
  readonly environment: readonly string[];
  /** Its working folder; "" when it is not revealed. */
  readonly folder: string;
}
