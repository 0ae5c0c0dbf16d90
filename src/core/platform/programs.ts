/** Programs that run the scripts of others, in lower case. */
const INTERPRETERS = [
  ...["node", "nodejs", "deno", "bun", "electron", "python", "pypy", "ruby", "perl", "php", "lua", "luajit"],
  ...["java", "mono", "dotnet", "tclsh", "wish", "rscript", "r", "julia", "guile", "pwsh", "beam\\.smp"],
];

/** Shells and programs that only start others. */
const LAUNCHERS = [
  ...["sh", "bash", "rbash", "dash", "zsh", "fish", "ksh", "mksh", "csh", "tcsh", "busybox"],
  ...["env", "timeout", "setsid", "nohup", "xargs"],
];

/**
 * What systems add to the name of a program: its form, then its version with the rest of a build, then the
 * suffix of Windows. Examples: `pythonw.exe`, `php-cgi8.2`, `node-18`, `perl5.36-x86_64-linux-gnu`.
 */
const ADDED = "(?:w|-cgi|-fpm|-mri|-sgen|\\.static)?(?:-?\\d[\\w.]*(?:-[\\w.-]+)?)?(?:\\.exe)?";

const named = (names: readonly string[]) => new RegExp(`^(?:${names.join("|")})${ADDED}$`, "i");
const INTERPRETER = named(INTERPRETERS), LAUNCHER = named(LAUNCHERS);

/** Returns the last part of a path of any system. */
const nameOf = (program: string) => program.split(/[\\/]/).at(-1)!;

/** Returns whether a program runs scripts, so that its script is what runs. */
export function isInterpreter(program: string): boolean {
  return INTERPRETER.test(nameOf(program));
}

/** Returns whether a program only starts others, so that the caller is the program above it. */
export function isLauncher(program: string): boolean {
  return LAUNCHER.test(nameOf(program));
}
