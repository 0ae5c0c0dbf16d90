import { main } from "./src/cli/main.ts";

Deno.exitCode = await main(Deno.args);
