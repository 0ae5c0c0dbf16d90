/** A page server of one user; prints what reached it for each line of standard input. */
import { testPages } from "../../support/pages/pages.ts";
import { stateWith, windowOf } from "../../support/pages/pages_state.ts";

const pages = await testPages(stateWith({ windows: [windowOf("home", {}, "w1")] }));
const { page, cookie } = await pages.visit("w1");
const token = new URL(pages.openAddress("w1")).pathname;
console.log(JSON.stringify({ port: pages.port, token, page: new URL(page).pathname, cookie }));

for await (const _ of Deno.stdin.readable) {
  console.log(JSON.stringify({ uploads: pages.uploads.length, commands: pages.commands.length }));
}
await pages.close();
