import type { Config } from "../config/config.ts";
import type { Labeller } from "../rules/mod.ts";
import type { LoginKeychain } from "../sql/login/mod.ts";
import type { AppInfo } from "../state/state.ts";
import type { AnalyticsServices } from "./analytics.ts";
import type { AgentClientServices } from "./features/agent_clients/mod.ts";
import type { CredentialServices } from "./features/credentials/credentials.ts";
import type { OpenWorkbench } from "./features/development/development.ts";
import type { PublishingServices } from "./features/development/publishing.ts";
import type { AnswerCheck } from "./features/dialogs/dialogs.ts";
import type { CatalogueServices } from "./features/catalogue/catalogue.ts";
import type { ExtensionServices } from "./features/extensions/extensions.ts";
import type { ExtensionFiles } from "./features/extensions/mod.ts";
import type { QueryServices } from "./features/query_windows/parts.ts";
import type { GateServices } from "./features/gate/parts.ts";
import type { ImportServices } from "./features/imports/imports.ts";
import type { ActionStarter } from "./features/runs/runs.ts";
import type { ServerServices } from "./features/servers/servers.ts";
import type { SettingsServices } from "./features/settings/settings.ts";
import type { SignInServices } from "./features/sign_in/parts.ts";
import type { TunnelServices } from "./features/tunnels/tunnels.ts";
import type { ReleaseServices } from "./releases.ts";
import type { PageTable } from "./windows.ts";

/** Everything outside of the application that it works with. `main` gives the real services, tests give their own. */
export interface AppServices<B extends { readonly hash: string }>
  extends
    ReleaseServices,
    ServerServices,
    SettingsServices,
    ExtensionFiles,
    AnalyticsServices,
    SignInServices,
    QueryServices,
    GateServices,
    AgentClientServices,
    ImportServices,
    TunnelServices {
  readonly info: AppInfo;
  readonly configFile: string;
  /** The pages that windows can show. */
  readonly pages: PageTable;
  readonly defaults: Config;
  readonly labeller: Labeller;
  /** Services that use credentials and know the role last used in an account. */
  readonly credentials: CredentialServices;
  readonly extensions: ExtensionServices<B>;
  readonly catalogues: CatalogueServices<B>;
  readonly runs: ActionStarter;
  readonly openWorkbench: OpenWorkbench;
  /** Publishing to catalogues. */
  readonly publishing: PublishingServices;
  readonly keychain: LoginKeychain;
  readonly checkAnswer: AnswerCheck;
}
