import type { Config } from "../config/config.ts";
import { lazyImport } from "../lazy_import.ts";
import type { KedgePaths } from "../paths.ts";
import { appVersion } from "../version.ts";
import { type Catalogues, openCatalogues } from "./catalogues.ts";
import { verifySignature } from "./ssh_keygen.ts";

/** Opens the catalogues of a home on this machine; `config` returns the sign-in portal for credentials for S3. */
export function machineCatalogues(
  paths: KedgePaths,
  config: () => Pick<Config, "ssoStartUrl" | "ssoRegion">,
): Catalogues {
  return openCatalogues({
    paths,
    verify: verifySignature,
    now: Date.now,
    kedge: appVersion().version,
    async credentials(context, signal) {
      const { cloudOf } = await lazyImport<typeof import("../aws/mod.ts")>("../aws/mod.ts", import.meta.url);
      return await cloudOf(config()).credentials(context, signal);
    },
  });
}
