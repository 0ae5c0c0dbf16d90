/** Environment variable that names the EGL drivers. libglvnd reads it once. */
const DRIVERS = "__EGL_VENDOR_LIBRARY_FILENAMES";
/** EGL_EXTENSIONS: querying this without a display makes the library look for its drivers. */
const EXTENSIONS = 0x3055;

/**
 * Keeps OpenGL out of this process, which does not draw with it: a software driver alone takes 12 MB. Pages
 * run in processes of their own, which need OpenGL and find its drivers as usual.
 */
export function forgoGl(): void {
  if (Deno.env.get(DRIVERS) !== undefined) return;
  Deno.env.set(DRIVERS, "/dev/null");
  try {
    Deno.dlopen("libEGL.so.1", { eglQueryString: { parameters: ["pointer", "i32"], result: "pointer" } })
      .symbols.eglQueryString(null, EXTENSIONS);
  } catch {
    // EGL is not installed.
  } finally {
    Deno.env.delete(DRIVERS);
  }
}
