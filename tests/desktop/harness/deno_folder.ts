/** Returns the folder of Deno's downloads. */
export async function denoFolder(): Promise<string> {
  const output = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" })
    .output();
  return (JSON.parse(new TextDecoder().decode(output.stdout)) as { denoDir: string }).denoDir;
}
