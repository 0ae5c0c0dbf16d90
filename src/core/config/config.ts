/** The configuration in force: every field of the specification's §2.1, with its default filled in. */
export interface Config {
  readonly version: number;
  readonly ssoStartUrl?: string;
  readonly ssoRegion?: string;
  readonly perPage: number;
  readonly envRules: readonly EnvRule[];
  readonly accounts: readonly Account[];
  readonly servers: readonly Server[];
  readonly globalShortcut: string;
  readonly launchAtStartup: boolean;
  readonly aiEnabled: boolean;
  readonly assistantBinPath?: string;
  readonly aiModel: string;
  readonly analyticsEnabled: boolean;
}

/** A curated cloud account. */
export interface Account {
  readonly accountId: string;
  readonly env?: string;
  readonly region: string;
  readonly secrets: readonly { readonly label: string; readonly id: string }[];
  readonly ecsClusters: readonly { readonly name: string; readonly services: readonly string[] }[];
}

/** A SQL server that the user owns. Its user and password live in the keychain. */
export interface Server {
  readonly name: string;
  readonly engine: "postgres" | "mysql" | "redshift";
  readonly host: string;
  readonly port: number;
  readonly database?: string;
  readonly tls: boolean;
}

/** A rule that labels accounts with an environment. */
export interface EnvRule {
  readonly env: string;
  readonly matchName?: string;
  readonly matchEmail?: string;
  readonly flags: string;
}
