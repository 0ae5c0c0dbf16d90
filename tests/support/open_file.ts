/** Goes on where Windows refuses to replace a file that another program reads at that moment; throws every other error. */
export function passOpenFile(error: unknown): void {
  if (Deno.build.os !== "windows" || !(error instanceof Deno.errors.PermissionDenied)) throw error;
}
