import { sessionAddress } from "../../../src/core/dbus/mod.ts";
import { linuxKeychain } from "../../../src/core/keychain/linux.ts";
import type { Keychain } from "../../../src/core/keychain/mod.ts";
import { secretService } from "../../../src/core/keychain/secret_service.ts";
import { findProgram } from "../../../src/core/platform/mod.ts";
import { run } from "../../../src/core/platform/run.ts";

/** Returns Kedge's keychain on the bus of an environment; `tool` is the program that stores items. */
export function keychainOn(env: Readonly<Record<string, string>>, tool = "secret-tool"): Keychain {
  return linuxKeychain({
    run,
    secretTool: () => findProgram(tool),
    service: () => {
      const address = sessionAddress((name) => env[name]);
      return address === null ? null : secretService(address);
    },
    env: () => env,
  });
}
