/** Says on standard error why nothing was done; with `--json` also as the one document on standard output. */
export function tellRefused(json: boolean, error: string, hint?: string): void {
  console.error(`kedge: ${error}${hint === undefined ? "" : `\n${hint}`}`);
  if (json) console.log(JSON.stringify({ ok: false, error, ...(hint === undefined ? {} : { hint }) }));
}
