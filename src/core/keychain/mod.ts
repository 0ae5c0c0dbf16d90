import { sessionAddress } from "../dbus/mod.ts";
import { findProgram, hostSystem } from "../platform/host.ts";
import { run } from "../platform/run.ts";
import { system32 } from "../platform/windows.ts";
import { darwinKeychain } from "./darwin.ts";
import type { Keychain } from "./keychain.ts";
import { linuxKeychain } from "./linux.ts";
import { secretService } from "./secret_service.ts";
import { windowsKeychain } from "./windows.ts";

export { type Keychain, KeychainError, type KeychainStatus } from "./keychain.ts";
export { memoryKeychain } from "./memory.ts";

/** The keychain of the system that Kedge runs on. Makes nothing and asks nothing until it is used. */
export function createKeychain(): Keychain {
  const env = () => Deno.env.toObject();
  switch (hostSystem().name) {
    case "darwin":
      return darwinKeychain(run);
    case "windows":
      return windowsKeychain(run, () => `${system32(env())}\\WindowsPowerShell\\v1.0\\powershell.exe`);
    case "linux":
      return linuxKeychain({
        run,
        secretTool: () => findProgram("secret-tool"),
        service: () => {
          const address = sessionAddress((name) => Deno.env.get(name));
          return address === null ? null : secretService(address);
        },
        env,
      });
  }
}
