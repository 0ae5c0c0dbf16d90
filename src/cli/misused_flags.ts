/** A flag behind the command of `--exec` is likely the command's. Its words are not repeated: one may be a password. */
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

/** Options of `--mcp` that do not go together; null: they do. */
export function faultOfMcp(
  { setup, log, remove, yes }: Readonly<Record<string, string | boolean>>,
): string | null {
  if (setup && log) return "--setup and --log cannot be used together";
  return (remove || yes) && !setup ? `--${remove ? "remove" : "yes"} belongs to --mcp --setup` : null;
}
