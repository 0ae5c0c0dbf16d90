import { appVersion } from "../core/version.ts";
import { type Args, parseCommandLine } from "./args.ts";
import { EXIT } from "./exit.ts";
import { CHILD_NAME, CHILD_VARIABLE } from "../tray/windows/environment.ts";

type CommandModule = { run(args: Args): number | Promise<number> };

/** One module per command, loaded when its command is used: most need only a part of Kedge. */
const MODULES: Partial<Record<Args["command"], () => Promise<CommandModule>>> = {
  "validate-config": () => import("./validate_config.ts"),
  "print-config": () => import("./print_config.ts"),
  "label": () => import("./label.ts"),
  "schema": () => import("./schema.ts"),
  "validate-bundle": () => import("./validate_bundle.ts"),
  "install": () => import("./install.ts"),
  "uninstall": () => import("./uninstall.ts"),
  "list": () => import("./list.ts"),
  "start": () => import("./start/mod.ts"),
  "toggle": () => import("./toggle.ts"),
  "pack": () => import("./pack.ts"),
  "new": () => import("./new.ts"),
  "run": () => import("./run/mod.ts"),
  "doctor": () => import("./doctor/mod.ts"),
};

/** Runs one command line and returns its exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  if (Deno.build.standalone && Deno.env.get(CHILD_VARIABLE) === CHILD_NAME) {
    await (await import("../tray/windows/child/main.ts")).runWindowsChild(argv);
    return EXIT.done;
  }
  const args = parseCommandLine(argv);
  if ("error" in args) {
    console.error(`kedge: ${args.error}\nTry: kedge --help`);
    return EXIT.usage;
  }
  if (args.command === "help") {
    console.log((await import("./help.ts")).HELP);
    return EXIT.done;
  }
  if (args.command === "version") {
    const { version, development } = appVersion();
    console.log(args.json ? JSON.stringify({ version, development }) : `kedge ${version}`);
    return EXIT.done;
  }
  const load = MODULES[args.command];
  if (!load) {
    console.error(`kedge: --${args.command} is not part of this build`);
    return EXIT.usage;
  }
  return await (await load()).run(args);
}
