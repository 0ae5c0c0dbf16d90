import { lazyImport } from "../lazy_import.ts";
import { sessionAddress } from "../dbus/address.ts";
import { findProgram, hostSystem } from "../platform/host.ts";
import { runLater as run } from "../platform/run_later.ts";
import { openCredentialManager } from "./advapi32.ts";
import { darwinKeychain } from "./darwin.ts";
import type { Keychain } from "./keychain.ts";
import { linuxKeychain } from "./linux.ts";
import type { SecretService } from "./secret_service.ts";
import { windowsKeychain } from "./windows.ts";

export { type Keychain, KeychainError, type KeychainStatus } from "./keychain.ts";

/** The keychain of the system that Kedge runs on. Makes nothing and asks nothing until it is used. */
export function createKeychain(): Keychain {
  const env = () => Deno.env.toObject();
  switch (hostSystem().name) {
    case "darwin":
      return darwinKeychain(run);
    case "windows":
      return windowsKeychain(openCredentialManager);
    case "linux":
      return linuxKeychain({
        run,
        secretTool: () => findProgram("secret-tool"),
        service: () => {
          const address = sessionAddress((name) => Deno.env.get(name));
          return address === null ? null : serviceAt(address);
        },
        env,
      });
  }
}

/** The desktop's bus is spoken by what is loaded when there is one to ask. */
async function serviceAt(address: string): Promise<SecretService> {
  const { secretService } = await lazyImport<typeof import("./secret_service.ts")>(
    "./secret_service.ts",
    import.meta.url,
  );
  return secretService(address);
}
