import type { App } from "../../core/app/app.ts";
import type { ShowCode } from "../../core/platform/mod.ts";

/** How long the code for a browser is shown, in seconds; equals the life of its ticket. */
const SECONDS = 60;

/** Shows the user a code that a browser asks for: on the desktop, and in the terminal where Kedge was started. */
export function showCode(app: () => Pick<App, "tell">): ShowCode {
  return (code) => {
    app().tell("The browser asks for a code", code, SECONDS);
    console.error(`The browser asks for a code: ${code}`);
  };
}
