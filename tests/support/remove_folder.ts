import { waitFor } from "../desktop/harness/wait.ts";

/** Removes a folder, also when somebody who is just ending has written into it meanwhile. */
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
