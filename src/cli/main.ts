import { appVersion } from "../core/version.ts";
import { type Args, parseCommandLine } from "./args.ts";
import { EXIT } from "./exit.ts";
import { CHILD_NAME, CHILD_VARIABLE } from "../tray/windows/environment.ts";

type CommandModule = { run(args: Args): number | Promise<number> };

/**
 * Imports a module by its path from here. The address is computed because Deno reads everything that a written
 * one leads to before the program starts, which would cost every command 20 ms.
 */
function bring<Module>(path: string): Promise<Module> {
  return import(new URL(path, import.meta.url).href) as Promise<Module>;
}

/** One module per command, loaded when its command is used: most need only a part of Kedge. */
const MODULES: Partial<Record<Args["command"], () => Promise<CommandModule>>> = {
  "validate-config": () => bring<typeof import("./validate_config.ts")>("./validate_config.ts"),
  "print-config": () => bring<typeof import("./print_config.ts")>("./print_config.ts"),
  "label": () => bring<typeof import("./label.ts")>("./label.ts"),
  "schema": () => bring<typeof import("./schema.ts")>("./schema.ts"),
  "validate-bundle": () => bring<typeof import("./validate_bundle.ts")>("./validate_bundle.ts"),
  "install": () => bring<typeof import("./install.ts")>("./install.ts"),
  "uninstall": () => bring<typeof import("./uninstall.ts")>("./uninstall.ts"),
  "list": () => bring<typeof import("./list.ts")>("./list.ts"),
  "start": () => bring<typeof import("./start/mod.ts")>("./start/mod.ts"),
  "toggle": () => bring<typeof import("./toggle.ts")>("./toggle.ts"),
  "pack": () => bring<typeof import("./pack.ts")>("./pack.ts"),
  "new": () => bring<typeof import("./new.ts")>("./new.ts"),
  "run": () => bring<typeof import("./run/mod.ts")>("./run/mod.ts"),
  "credentials": () => bring<typeof import("./credentials.ts")>("./credentials.ts"),
  "doctor": () => bring<typeof import("./doctor/mod.ts")>("./doctor/mod.ts"),
};

/** Runs one command line and returns its exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  if (Deno.build.standalone && Deno.env.get(CHILD_VARIABLE) === CHILD_NAME) {
    await (await bring<typeof import("../tray/windows/child/main.ts")>("../tray/windows/child/main.ts"))
      .runWindowsChild(argv);
    return EXIT.done;
  }
  const args = parseCommandLine(argv);
  if ("error" in args) {
    console.error(`kedge: ${args.error}\nTry: kedge --help`);
    return EXIT.usage;
  }
  if (args.command === "help") {
    console.log((await bring<typeof import("./help.ts")>("./help.ts")).HELP);
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
