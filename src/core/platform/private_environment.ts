/** What belongs to Kedge and to the user's own use of AWS: no action gets these variables. */
export const PRIVATE_VARIABLES = /^(AWS|KEDGE)_/i;

/** The C library, where the system shows the environment of a user's processes to that user's other ones. */
const LIBRARY: Partial<Record<typeof Deno.build.os, string>> = {
  linux: "libc.so.6",
  darwin: "/usr/lib/libSystem.B.dylib",
};

let hidden = false;

/**
 * Takes the values of {@link PRIVATE_VARIABLES} out of the memory that the system shows as this process's environment
 * (`/proc/PID/environ`, `ps -E`), where an action could read them. Kedge itself still finds them: they move to memory
 * of its own. The first call does it; there is nothing to do where there are none of them. Variables that cannot be
 * read as text, and systems without that library, stay as they are.
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
      // Longer than what is there now, so that the library finds a new place for it.
      Deno.env.set(name, value);
    }
  } finally {
    library.close();
  }
}
