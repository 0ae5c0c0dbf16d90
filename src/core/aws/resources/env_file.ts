/** Variables whose values make a shell, a loader or a language runtime run a program. */
const RUNS =
  /^(LD_\w+|DYLD_\w+|PATH|PATHEXT|IFS|ENV|BASH_ENV|BASH_FUNC_\w*|PROMPT_COMMAND|PS[0124]|SHELLOPTS|ZDOTDIR|COMSPEC|EDITOR|VISUAL|PAGER|BROWSER|GIT_\w+|SSH_ASKPASS|NODE_OPTIONS|NODE_PATH|PYTHON(STARTUP|PATH|HOME|INSPECT|BREAKPOINT)|PERL5?(OPT|LIB|DB)|RUBY(OPT|LIB)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GCONV_PATH|OPENSSL_CONF|GOFLAGS|DENO_\w+)$/i;

/** Returns why fields cannot be written to one `.env` file, with the next step; null when they can. */
export function envFault(
  fields: ReadonlyMap<string, string>,
): { readonly error: string; readonly hint: string } | null {
  // Systems differ in whether names of variables are case-sensitive.
  const byName = Map.groupBy(fields.keys(), (key) => envName(key).toUpperCase());
  for (const [name, keys] of byName) {
    const quoted = keys.map((key) => `“${key}”`).join(" and ");
    if (keys.length > 1) {
      return {
        error: `${quoted} would be one name in an .env file, ${name}, and all but one of their values lost.`,
        hint: "Copy it as JSON, or key by key.",
      };
    }
    if (RUNS.test(name)) {
      return {
        error: `In an .env file ${quoted} would be ${name}, by which programs choose what they run.`,
        hint: "If that is meant, copy that key by itself; the others too.",
      };
    }
  }
  return null;
}

/** Returns fields as the lines of an `.env` file. Characters that shells do not allow in names become `_`. */
export function envFile(fields: ReadonlyMap<string, string>): string {
  return [...fields].map(([key, value]) => `${envName(key)}=${envValue(value)}\n`).join("");
}

function envName(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}

/** Returns a value unquoted if possible, else in single quotes, else in double quotes with escapes. */
export function envValue(value: string): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return value;
  if (!/['\r\n]/.test(value)) return `'${value}'`;
  const escaped = value.replace(/[\\"$`]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `"${escaped}"`;
}
