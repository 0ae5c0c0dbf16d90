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

type Environment = (name: string) => string | undefined;

/** Returns the user's shell as far as the environment tells; on Windows PowerShell, which its terminal opens. */
export function usualShell(system: string, env: Environment): Shell {
  if (/(^|\/)fish$/.test(env("SHELL") ?? "")) return "fish";
  return system === "windows" && !env("SHELL") ? "powershell" : "sh";
}

/** Returns the shell that called this program as far as the environment tells. */
export function callingShell(system: string, env: Environment): Shell {
  const usual = usualShell(system, env);
  return usual === "powershell" && !isOfPowerShell(env) ? "cmd" : usual;
}

/** A folder of modules in a user's Documents on another drive or a server; not of a program or another user. */
const MODULES = /^(?!%|c:\\users\\|[a-z]:\\program files( \(x86\))?\\).*\\(windows)?powershell\\modules\\?$/;

/**
 * Whether a PowerShell has set the environment. Windows itself sets `PSModulePath` for every program, and each
 * PowerShell adds the user's own modules, which are below the profile unless Documents is redirected.
 */
function isOfPowerShell(env: Environment): boolean {
  const home = env("USERPROFILE")?.toLowerCase();
  const parts = (env("PSModulePath") ?? "").toLowerCase().split(";");
  return parts.some((part) => (home !== undefined && part.startsWith(`${home}\\`)) || MODULES.test(part));
}
