/** Returns the folder of a Go installation's own files. */
export async function goRoot(go: string): Promise<string> {
  const { stdout } = await new Deno.Command(go, { args: ["env", "GOROOT"], env: { GOTOOLCHAIN: "local" } })
    .output();
  return new TextDecoder().decode(stdout).trim();
}
