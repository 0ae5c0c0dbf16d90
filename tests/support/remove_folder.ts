import { waitFor } from "../desktop/harness/wait.ts";

/** Removes a folder, even if a program that is just ending still writes into it. */
export async function removeFolder(path: string): Promise<void> {
  await waitFor(
    `${path} to go`,
    () =>
      Deno.remove(path, { recursive: true }).then(
        () => true,
        (error) => error instanceof Deno.errors.NotFound,
      ),
  );
}
