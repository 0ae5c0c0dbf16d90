/** Ignores that Windows refuses to replace a file while another program reads it; throws any other error. */
export function passOpenFile(error: unknown): void {
  if (Deno.build.os !== "windows" || !(error instanceof Deno.errors.PermissionDenied)) throw error;
}
