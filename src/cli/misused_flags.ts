/**
 * Returns the fault for a flag after the command of `--exec`, which probably belongs to that command. The
 * words after the command are not repeated, because one may be a password.
 */
export function flagsOfCommand(argv: readonly string[], at: number): { error: string; hint: string } {
  const typed = (word: string) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
  const command = typed(argv[at]!);
  return {
    error: `flags behind ${command} would be flags of Kedge`,
    hint: `Write -- before the command: ${
      ["kedge", ...argv.slice(0, at).map(typed), "--", command].join(" ")
    } …`,
  };
}

/** Returns why options of `--mcp` cannot be used together; null when they can. */
export function faultOfMcp(
  { setup, log, remove, yes }: Readonly<Record<string, string | boolean>>,
): string | null {
  if (setup && log) return "--setup and --log cannot be used together";
  return (remove || yes) && !setup ? `--${remove ? "remove" : "yes"} belongs to --mcp --setup` : null;
}
