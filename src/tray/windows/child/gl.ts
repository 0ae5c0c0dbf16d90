/** The variable that names the drivers of EGL to libglvnd, which asks for it once. */
const DRIVERS = "__EGL_VENDOR_LIBRARY_FILENAMES";
/** EGL_EXTENSIONS: asked without a display, it makes the library look for its drivers. */
const EXTENSIONS = 0x3055;

/**
 * Keeps OpenGL out of this process, which draws nothing by it: a software driver alone takes 12 MB. Pages have processes of
 * their own, which cannot do without and find everything as usual.
 */
export function forgoGl(): void {
  if (Deno.env.get(DRIVERS) !== undefined) return;
  Deno.env.set(DRIVERS, "/dev/null");
  try {
    Deno.dlopen("libEGL.so.1", { eglQueryString: { parameters: ["pointer", "i32"], result: "pointer" } })
      .symbols.eglQueryString(null, EXTENSIONS);
  } catch {
    // No EGL: nothing to forgo.
  } finally {
    Deno.env.delete(DRIVERS);
  }
}
