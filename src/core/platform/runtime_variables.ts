/** Variables that the runtime under Kedge interprets. */
const RUNTIME = /^(DENO|OTEL|NODE)_/i;

/**
 * The variables that stay: the runtime's cache folder, and certificate authorities that the user's network
 * needs. Only the user knows the first; the others only add trusted authorities, as the system's own list
 * does.
 */
const ALLOWED = /^(DENO_DIR|DENO_CERT|DENO_TLS_CA_STORE|NODE_EXTRA_CA_CERTS)$/i;

/**
 * Variables that the runtime reads only after the program has started, or that do not affect a program's
 * work; removing them is enough. Every other variable may have had its effect before the first line runs.
 * Without Node.js, Deno itself sets the shim's variable for programs that it starts, including `deno task
 * start`.
 */
const LATE =
  /^(OTEL_(?!DENO)\w+|NODE_(ENV|PATH|DEBUG|DEBUG_NATIVE|VERSION|HOME|BIN|TLS_REJECT_UNAUTHORIZED|USE_ENV_PROXY|USE_SYSTEM_CA|DISABLE_COLORS|NO_WARNINGS|REPL_HISTORY)|DENO_(SERVE_ADDRESS|SERVE_AUTOMATIC_COMPRESSION|TRUST_PROXY_HEADERS|NO_UPDATE_CHECK|NO_PROMPT|NO_PACKAGE_JSON|NODE_SHIM_ACTIVE|DISABLE_NODE_SHIM|INSTALL\w*|USE_CGROUPS|JOBS|VERSION|REPL_HISTORY|KV_\w+))$/i;

/** Passes the removed variables to the program that replaces this one. */
const CARRIER = "KEDGE_RUNTIME_VARIABLES";

let taken: Readonly<Record<string, string>> = {};

/**
 * Returns the variables for the runtime in an environment, and whether it may have read them before the first
 * line ran.
 */
export function runtimeVariables(
  env: Readonly<Record<string, string>>,
): { readonly names: readonly string[]; readonly early: boolean } {
  const names = Object.keys(env).filter((name) => RUNTIME.test(name) && !ALLOWED.test(name));
  return { names, early: names.some((name) => !LATE.test(name)) };
}

/**
 * Removes from this process's environment the variables that would change how the runtime works: where
 * servers listen, whether certificates are checked, to whom the console is sent. Programs that Kedge starts
 * for the user still get all of them, see {@link userEnvironment}. When run from source, where the runtime
 * reads some of them before any program, Kedge starts once more without them, in the same process. Returns
 * why that failed, or null.
 */
export function dropRuntimeVariables(): string | null {
  const env = Deno.env.toObject();
  const carried = env[CARRIER];
  if (carried !== undefined) {
    taken = carriedIn(carried);
    Deno.env.delete(CARRIER);
  }
  const { names, early } = runtimeVariables(env);
  if (names.length === 0) return null;
  taken = { ...taken, ...Object.fromEntries(names.map((name) => [name, env[name]!])) };
  for (const name of names) Deno.env.delete(name);
  // A compiled program uses the variables from its compilation.
  return early && !Deno.build.standalone ? startAgain() : null;
}

/** Returns the user's own environment, for programs that work for the user instead of Kedge. */
export function userEnvironment(): Record<string, string> {
  return { ...taken, ...Deno.env.toObject() };
}

function carriedIn(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] =>
        RUNTIME.test(entry[0]) && typeof entry[1] === "string"
      ),
    );
  } catch {
    return {};
  }
}

/**
 * Replaces this process by the same command line with the remaining environment. Returns only on failure,
 * with the reason.
 */
function startAgain(): string {
  const LIBRARY: Partial<Record<typeof Deno.build.os, string>> = {
    linux: "libc.so.6",
    darwin: "/usr/lib/libSystem.B.dylib",
  };
  const path = LIBRARY[Deno.build.os];
  const names = Object.keys(taken).join(", ");
  const failed = `the runtime may already follow ${names}: start Kedge without these variables`;
  if (path === undefined) return failed;
  const program = Deno.execPath();
  const args = [program, "run", "-A", "-q", Deno.mainModule, ...Deno.args];
  const env = Object.entries({ ...Deno.env.toObject(), [CARRIER]: JSON.stringify(taken) })
    .map(([name, value]) => `${name}=${value}`);
  try {
    const library = Deno.dlopen(path, {
      execve: { parameters: ["buffer", "buffer", "buffer"], result: "i32" },
    });
    const [argv, keepArgs] = pointers(args);
    const [envp, keepEnv] = pointers(env);
    library.symbols.execve(terminated(program), argv, envp);
    // Only from here on may the garbage collector free the memory behind the pointers.
    void [keepArgs, keepEnv];
    library.close();
  } catch {
    // The returned text tells the user what to do.
  }
  return failed;
}

function terminated(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${text}\0`);
}

/** Returns a null-terminated list of C strings, and the memory that must live as long as the list. */
function pointers(texts: readonly string[]): [BigUint64Array<ArrayBuffer>, readonly Uint8Array[]] {
  const strings = texts.map(terminated);
  const list = new BigUint64Array(strings.length + 1);
  strings.forEach((bytes, at) => list[at] = Deno.UnsafePointer.value(Deno.UnsafePointer.of(bytes)));
  return [list, strings];
}
