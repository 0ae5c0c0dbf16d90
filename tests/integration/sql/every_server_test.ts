import { startEveryServer } from "../../support/sql/every_server.ts";
import { trySqlServer } from "../../support/sql/every_server_cases.ts";

Deno.test("every server that people have is spoken to alike", async (t) => {
  const { servers, stop } = await startEveryServer();
  try {
    for (const tried of servers) await t.step(tried.name, (t) => trySqlServer(t, tried));
  } finally {
    await stop();
  }
});
