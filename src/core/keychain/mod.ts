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

/** Creates the keychain of the system on which Kedge runs. It accesses nothing before its first use. */
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

/** Loads the client of the desktop's bus only when there is a bus. */
async function serviceAt(address: string): Promise<SecretService> {
  const { secretService } = await lazyImport<typeof import("./secret_service.ts")>(
    "./secret_service.ts",
    import.meta.url,
  );
  return secretService(address);
}
