import type { App } from "../../core/app/app.ts";
import type { ShowCode } from "../../core/platform/mod.ts";

/** How long the code for a browser stays to be read, in seconds: as long as its ticket lives. */
const SECONDS = 60;

/** Shows the user a code that a browser asks for: on the desktop, and in the terminal that Kedge was started in. */
export function showCode(app: () => Pick<App, "tell">): ShowCode {
  return (code) => {
    app().tell("The browser asks for a code", code, SECONDS);
    console.error(`The browser asks for a code: ${code}`);
  };
}
