/** Shells whose way to set variables is known. */
export const SHELLS = ["sh", "fish", "powershell", "cmd"] as const;
export type Shell = typeof SHELLS[number];

/** How a shell sets a variable to any text, and how it takes one away; each is one line. */
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
 * Lines that set variables, and unset those whose value is null. Throws for a value that cannot be written for a
 * shell.
 */
export function shellLines(shell: Shell, variables: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(variables).map(([name, value]) => {
    if (value === null) return LINES[shell].unset(name);
    // Beyond ASCII shells know quotes of their own; keys, tokens, times and regions have none of it.
    const wrong = shell === "cmd" ? /[^ -~]|["%!^]/ : /[^ -~]/;
    if (wrong.test(value)) throw new RangeError(`the value of ${name} cannot be written for ${shell}`);
    return LINES[shell].set(name, value);
  });
}

/** The shell that the user works in, as far as the environment tells. */
export function usualShell(system: string, env: (name: string) => string | undefined): Shell {
  if (/(^|\/)fish$/.test(env("SHELL") ?? "")) return "fish";
  if (env("SHELL")) return "sh";
  if (system !== "windows") return "sh";
  // Set by PowerShell for its children, and by cmd never.
  return env("PSModulePath") ? "powershell" : "cmd";
}
