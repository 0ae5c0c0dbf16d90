/**
 * Serves a page with one socket whose client disappears without closing it; then closes, after
 * which the process must end.
 */
import { stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { testPages } from "../../support/pages/pages.ts";

const pages = await testPages(stateWith({ windows: [windowOf("home", {}, "w1")] }));
const { page, cookie } = await pages.visit("w1");
const { pathname, host } = new URL(`${page}socket`);
const client = await Deno.connect({ hostname: "127.0.0.1", port: pages.port });
const head = [
  `GET ${pathname} HTTP/1.1`,
  ...[`Host: ${host}`, `Origin: ${pages.origin}`, `Cookie: ${cookie}`],
  ...["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"],
  "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
].join("\r\n");
await client.write(new TextEncoder().encode(`${head}\r\n\r\n`));
const answer = new Uint8Array(4096);
const size = await client.read(answer) ?? 0;
console.log(new TextDecoder().decode(answer.subarray(0, size)).split("\r\n")[0]);
while (!pages.connected("w1")) await new Promise((resolve) => setTimeout(resolve, 5));
client.close();
while (pages.connected("w1")) await new Promise((resolve) => setTimeout(resolve, 5));
await pages.close();
console.log("closed");
