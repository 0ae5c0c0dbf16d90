/** What a system shows of one process. Parts that it does not show are empty. */
export interface LookedProcess {
  readonly pid: number;
  /** Its parent; 0 when there is none that can be looked at. */
  readonly parent: number;
  /** The program by absolute path, as the kernel knows it; "" where it is not shown. */
  readonly program: string;
  /** The first words of its command line, at most four: the script of an interpreter. A process can write what it wants there. */
  readonly words: readonly string[];
  /** Names and values of the environment that it was started with. */
  readonly environment: readonly string[];
  /** The folder that it works in; "" where it is not shown. */
  readonly folder: string;
}
