/** Variables of Kedge and of the user's own use of AWS, which no action gets. */
export const PRIVATE_VARIABLES = /^(AWS|KEDGE)_/i;

/** The C library on systems that reveal the environment of a process to other processes of the same user. */
const LIBRARY: Partial<Record<typeof Deno.build.os, string>> = {
  linux: "libc.so.6",
  darwin: "/usr/lib/libSystem.B.dylib",
};

let hidden = false;

/**
 * Removes the values of {@link PRIVATE_VARIABLES} from the memory that the system reveals as this process's
 * environment (`/proc/PID/environ`, `ps -E`), where an action could read them. Kedge itself can still read
 * them because they move to other memory. Only the first call has an effect. Variables that are not valid
 * text stay, and so do all variables on systems without that library.
 */
export function hidePrivateEnvironment(): void {
  if (hidden) return;
  hidden = true;
  const variables = Object.entries(Deno.env.toObject()).filter(([name, value]) =>
    PRIVATE_VARIABLES.test(name) && value !== ""
  );
  const path = LIBRARY[Deno.build.os];
  if (variables.length === 0 || path === undefined) return;
  let library;
  try {
    library = Deno.dlopen(path, {
      getenv: { parameters: ["buffer"], result: "pointer" },
      strlen: { parameters: ["pointer"], result: "usize" },
    });
  } catch {
    return;
  }
  try {
    for (const [name, value] of variables) {
      const pointer = library.symbols.getenv(new TextEncoder().encode(`${name}\0`));
      if (pointer === null) continue;
      const length = Number(library.symbols.strlen(pointer));
      new Uint8Array(Deno.UnsafePointerView.getArrayBuffer(pointer, length)).fill(0);
      // The value is longer than the current one, so that the library allocates new memory for it.
      Deno.env.set(name, value);
    }
  } finally {
    library.close();
  }
}
