import { join } from "node:path";

/** How a fake of the assistant's program behaves. */
export type Behaviour = "answers" | "signed-out" | "fails" | "rubbish" | "hangs" | "deletes" | "text";

/**
 * Writes a program that accepts the real one's options and answers in its format. The program records its
 * input (arguments, standard input, folder, names of environment variables) beside itself, in `given.json`.
 * Returns its path.
 */
export async function fakeAssistant(
  folder: string,
  behaviour: Behaviour,
  sql = "select count(*) from orders",
): Promise<string> {
  const path = join(folder, "claude");
  const answer = JSON.stringify({
    sql: behaviour === "deletes" ? "delete from orders" : sql,
    explanation: "It counts the orders.",
  });
  const ends: Record<Behaviour, string> = {
    answers:
      `console.log(JSON.stringify({ type: "result", subtype: "success", is_error: false, result: "", structured_output: ${answer} }));`,
    deletes:
      `console.log(JSON.stringify({ type: "result", subtype: "success", is_error: false, result: "", structured_output: ${answer} }));`,
    text: `console.log("Here it is:\\n\`\`\`json\\n" + ${JSON.stringify(answer)} + "\\n\`\`\`");`,
    "signed-out":
      `console.log(JSON.stringify({ subtype: "success", is_error: true, result: "Not logged in · Please run /login" })); Deno.exit(1);`,
    fails: `console.error("error: the model is overloaded"); Deno.exit(1);`,
    rubbish: `console.log("I would rather talk about the weather.");`,
    hangs: "await new Promise((resolve) => setTimeout(resolve, 600_000));",
  };
  await Deno.writeTextFile(
    `${path}.ts`,
    `const known = new Set(["-p", "--model", "--output-format", "--json-schema", "--system-prompt", "--tools",
      "--strict-mcp-config", "--setting-sources", "--safe-mode", "--disable-slash-commands", "--no-session-persistence",
      "--max-turns", "--max-budget-usd"]);
    for (const arg of Deno.args) {
      if (arg.startsWith("-") && !known.has(arg)) {
        console.error(\`error: unknown option '\${arg}'\`);
        Deno.exit(1);
      }
    }
    const input = await new Response(Deno.stdin.readable).text();
    const files = [...Deno.readDirSync(".")].map(({ name }) => name);
    Deno.writeTextFileSync(${JSON.stringify(join(folder, "given.json"))},
      JSON.stringify({ args: Deno.args, input, files, env: Object.keys(Deno.env.toObject()) }));
    ${ends[behaviour]}
    `,
  );
  await Deno.writeTextFile(
    path,
    `#!/bin/sh\nexec '${Deno.execPath()}' run --no-config -A '${path}.ts' "$@"\n`,
  );
  await Deno.chmod(path, 0o755);
  return path;
}

/** Returns the recorded input of the fake. */
export async function givenTo(
  folder: string,
): Promise<{ args: string[]; input: string; files: string[]; env: string[] }> {
  return JSON.parse(await Deno.readTextFile(join(folder, "given.json")));
}
