/** Names of variables that the runtime under Kedge takes for its own. */
const RUNTIME = /^(DENO|OTEL|NODE)_/i;

/**
 * What stays of them: where it keeps what it has loaded, and which authorities the user's network needs. The first can be
 * answered by nobody but the user, the others only add to whom Kedge trusts, as the system's own list of authorities does.
 */
const ALLOWED = /^(DENO_DIR|DENO_CERT|DENO_TLS_CA_STORE|NODE_EXTRA_CA_CERTS)$/i;

/**
 * What the runtime looks at only once the program runs, or what changes nothing of a program's work: to take these out is
 * enough. Every other one may have had its effect when the first line runs. Where there is no Node.js, Deno sets the
 * shim's variable itself for what it starts, also for `deno task start`.
 */
const LATE =
  /^(OTEL_(?!DENO)\w+|NODE_(ENV|PATH|DEBUG|DEBUG_NATIVE|VERSION|HOME|BIN|TLS_REJECT_UNAUTHORIZED|USE_ENV_PROXY|USE_SYSTEM_CA|DISABLE_COLORS|NO_WARNINGS|REPL_HISTORY)|DENO_(SERVE_ADDRESS|SERVE_AUTOMATIC_COMPRESSION|TRUST_PROXY_HEADERS|NO_UPDATE_CHECK|NO_PROMPT|NO_PACKAGE_JSON|NODE_SHIM_ACTIVE|DISABLE_NODE_SHIM|INSTALL\w*|USE_CGROUPS|JOBS|VERSION|REPL_HISTORY|KV_\w+))$/i;

/** Carries what was taken out to the program that is started in this one's place. */
const CARRIER = "KEDGE_RUNTIME_VARIABLES";

let taken: Readonly<Record<string, string>> = {};

/** What stands in an environment for the runtime to read, and whether it may have been read before the first line ran. */
export function runtimeVariables(
  env: Readonly<Record<string, string>>,
): { readonly names: readonly string[]; readonly early: boolean } {
  const names = Object.keys(env).filter((name) => RUNTIME.test(name) && !ALLOWED.test(name));
  return { names, early: names.some((name) => !LATE.test(name)) };
}

/**
 * Takes out of this process's environment what would change how the runtime works: where servers listen, whether
 * certificates are checked, to whom the console is sent. Programs that Kedge starts for the user still get all of it, see
 * {@link userEnvironment}. Run from source, where the runtime reads some of it before any program, Kedge starts once more
 * without it, in the same process. Returns why that failed, or null.
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
  // A compiled program uses the variables that it was compiled with.
  return early && !Deno.build.standalone ? startAgain() : null;
}

/** The environment as the user has it, for programs that work for the user and not for Kedge. */
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

/** Puts the same command line in this process's place, with what is left of the environment. Returns only when it cannot. */
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
    // Only from here on may the garbage collector free what the pointers lead to.
    void [keepArgs, keepEnv];
    library.close();
  } catch {
    // The words say what to do.
  }
  return failed;
}

function terminated(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${text}\0`);
}

/** A list of C strings that ends with a null, and what must live as long as it does. */
function pointers(texts: readonly string[]): [BigUint64Array<ArrayBuffer>, readonly Uint8Array[]] {
  const strings = texts.map(terminated);
  const list = new BigUint64Array(strings.length + 1);
  strings.forEach((bytes, at) => list[at] = Deno.UnsafePointer.value(Deno.UnsafePointer.of(bytes)));
  return [list, strings];
}
