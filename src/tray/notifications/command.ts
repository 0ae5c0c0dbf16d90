import { withoutCredentials } from "../../core/platform/mod.ts";
import type { Notification, Notifier } from "./notifier.ts";

/** A program that shows one notification. */
export interface NotifyCommand {
  /** Absolute path of the program. */
  readonly program: string;
  readonly args: readonly string[];
  /** Text for the program's standard input. */
  readonly input?: string;
}

/** Returns a notifier that starts a program for each notification. */
export function commandNotifier(command: (notification: Notification) => NotifyCommand): Notifier {
  return {
    async show(notification) {
      try {
        const { program, args, input } = command(notification);
        const env = withoutCredentials(Deno.env.toObject());
        const child = new Deno.Command(program, {
          args: [...args],
          env,
          clearEnv: true,
          stdin: input === undefined ? "null" : "piped",
          stdout: "null",
          stderr: "null",
        }).spawn();
        child.unref();
        if (input !== undefined) {
          const writer = child.stdin.getWriter();
          await writer.write(new TextEncoder().encode(input));
          await writer.close();
        }
        return true;
      } catch {
        return false;
      }
    },
    close() {},
  };
}
