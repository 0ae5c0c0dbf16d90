/** Shells for which Kedge can write variables. */
export const SHELLS = ["sh", "fish", "powershell", "cmd"] as const;
export type Shell = typeof SHELLS[number];

/** Lines that set and unset a variable, by shell. */
const LINES: Readonly<
  Record<Shell, { set(name: string, value: string): string; unset(name: string): string }>
> = {
  sh: {
    set: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
    unset: (name) => `unset ${name}`,
  },
  fish: {
    set: (name, value) => `set -gx ${name} '${value.replace(/[\\']/g, "\\$&")}'`,
    unset: (name) => `set -e ${name}`,
  },
  powershell: {
    set: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
    unset: (name) => `Remove-Item Env:${name} -ErrorAction SilentlyContinue`,
  },
  cmd: {
    set: (name, value) => `set "${name}=${value}"`,
    unset: (name) => `set "${name}="`,
  },
};

/**
 * Returns lines that set variables, and unset those whose value is null. Throws a RangeError for a value that
 * cannot be written for the shell.
 */
export function shellLines(shell: Shell, variables: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(variables).map(([name, value]) => {
    if (value === null) return LINES[shell].unset(name);
    // Shells quote other characters in their own ways. Keys, tokens, times and regions contain none of them.
    const wrong = shell === "cmd" ? /[^ -~]|["%!^]/ : /[^ -~]/;
    if (wrong.test(value)) throw new RangeError(`the value of ${name} cannot be written for ${shell}`);
    return LINES[shell].set(name, value);
  });
}

/** Returns the user's shell as far as the environment tells. */
export function usualShell(system: string, env: (name: string) => string | undefined): Shell {
  if (/(^|\/)fish$/.test(env("SHELL") ?? "")) return "fish";
  if (env("SHELL")) return "sh";
  if (system !== "windows") return "sh";
  // PowerShell sets this variable for its children, cmd never does.
  return env("PSModulePath") ? "powershell" : "cmd";
}
