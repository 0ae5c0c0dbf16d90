/**
 * The single source of config.json's fields for types, defaults, the JSON Schema, the table in the docs, the
 * Settings window and the checks. `schema/generate.ts` turns it into `schema/config.schema.json`, which the
 * running program reads instead of loading zod.
 */
import * as z from "zod";
import { type Engine, ENGINE_IDS, ENGINES } from "../sql/engines/facts.ts";
import { ACCOUNT_ID } from "../text/aws_names.ts";
import { httpsSchema } from "./https_schema.ts";
import { agentsSchema } from "./agents_schema.ts";
import { catalogueSchema } from "./catalogue_schema.ts";

const text = (max: number) => z.string().min(1).max(max);
const each = (words: (engine: Engine) => string) => ENGINE_IDS.map(words).join(", ");

/** A rule that labels accounts. Every part affects which accounts match, so an invalid part leaves the rule out. */
export const envRuleSchema = z.object({
  env: text(50).meta({
    title: "Environment",
    description: "The label that matching accounts get, for example prd, stg or dev.",
    examples: ["prd", "stg", "dev"],
    vital: true,
  }),
  matchName: text(1000).optional().meta({
    title: "Name matches",
    description: "JavaScript regular expression tested against the account's name.",
    examples: ["-production$", "^shop-"],
    format: "regex",
    vital: true,
  }),
  matchEmail: text(1000).optional().meta({
    title: "Email matches",
    description: "JavaScript regular expression tested against the account's email.",
    examples: ["^aws-prod\\+"],
    format: "regex",
    vital: true,
  }),
  flags: z.string().max(8).default("i").meta({
    title: "Flags",
    description: "Flags of the regular expressions. The default i ignores case; g and y have no effect.",
    examples: ["i", "", "iu"],
    format: "regex-flags",
    vital: true,
  }),
}).meta({
  title: "Environment rule",
  description:
    "Labels accounts whose name or email matches. The first rule that matches wins; an account's own env comes before all rules.",
  examples: [{ env: "prd", matchName: "-production$" }],
  anyOf: [{ required: ["matchName"] }, { required: ["matchEmail"] }],
});

/** A secret of an account, for quick access. */
const secretSchema = z.object({
  label: text(200).meta({ title: "Label", description: "What the menu shows.", examples: ["Database"] }),
  id: text(2048).meta({
    title: "Id",
    description: "Name or ARN of the secret in Secrets Manager.",
    examples: ["shop/database"],
  }),
}).meta({ title: "Secret", description: "A secret in Secrets Manager, for quick access." });

/** A container cluster of an account. */
const clusterSchema = z.object({
  name: text(255).meta({ title: "Name", description: "Name of the ECS cluster.", examples: ["shop"] }),
  services: z.array(text(255).meta({ title: "Service" })).default([]).meta({
    title: "Services",
    description: "Names of its services.",
    examples: [["web", "worker"]],
  }),
}).meta({ title: "Cluster", description: "An ECS cluster, for quick access." });

/** A curated account. */
export const accountSchema = z.object({
  accountId: z.string().regex(ACCOUNT_ID).meta({
    title: "Account id",
    description: "The 12-digit id of the AWS account.",
    examples: ["123456789012"],
    format: "account-id",
  }),
  env: text(50).optional().meta({
    title: "Environment",
    description: "Environment label of this account. Comes before every rule.",
    examples: ["prd", "stg", "dev"],
    // Without its entry the portal would list the account without a label.
    fallback: "prd",
  }),
  region: text(50).meta({
    title: "Region",
    description: "Default region of the account.",
    examples: ["eu-central-1", "us-east-1"],
    format: "region",
  }),
  secrets: z.array(secretSchema).default([]).meta({
    title: "Secrets",
    description: "Secrets for quick access.",
  }),
  ecsClusters: z.array(clusterSchema).default([]).meta({
    title: "Clusters",
    description: "ECS clusters for quick access.",
  }),
}).meta({ title: "Account", description: "A curated AWS account." });

const filePath = text(4096).meta({ format: "file-path" }).optional();

/** A SQL server that managed-database discovery does not find. */
export const serverSchema = z.object({
  name: text(200).meta({ title: "Name", description: "What the menu shows.", examples: ["Shop"] }),
  engine: z.enum(ENGINE_IDS).meta({
    title: "Engine",
    description: "What kind of server it is.",
    examples: ["postgres"],
  }),
  host: text(255).meta({
    title: "Host",
    description:
      "Host name or IP address; or the absolute path of a Unix socket, or of the folder that it is in.",
    examples: ["db.example.com", "127.0.0.1", "/var/run/postgresql"],
    format: "host",
  }),
  port: z.int().min(1).max(65535).meta({
    title: "Port",
    description: `Port: usually ${each((engine) => `${ENGINES[engine].port} for ${engine}`)}.`,
    examples: ENGINE_IDS.map((engine) => ENGINES[engine].port),
  }),
  via: text(1000).optional().meta({
    title: "Way in",
    description:
      "The way to a server that this computer does not reach itself. Over SSH: ssh://user@bastion:22, a name of " +
      "~/.ssh/config, or several with commas in between. Through an account of AWS: " +
      "ssm://ACCOUNT/ROLE/i-… or ssm://ACCOUNT/ROLE/ecs:CLUSTER/SERVICE, with ?region=… where it is not the " +
      "account's. Host and port are what the last of them sees.",
    examples: [
      "ssh://me@bastion.example.com",
      "ssh://me@first:2222,second",
      "ssm://123456789012/ReadOnly/ecs:shop/web",
    ],
    format: "way",
    vital: true,
  }),
  https: httpsSchema.optional(),
  database: text(200).optional().meta({
    title: "Database",
    description: `Database to open. Without it ${
      each((engine) => `${engine} opens ${ENGINES[engine].database ?? "none"}`)
    }.`,
    examples: ["shop"],
  }),
  tls: z.boolean().default(false).meta({
    title: "TLS",
    description: "Connect with TLS, without checking the certificate. PostgreSQL has none in Unix sockets.",
    vital: true,
  }),
  tlsVerify: z.boolean().optional().meta({
    title: "Verify the certificate",
    description: "With TLS: an authority of this computer, or one of caFile, must vouch for the server's " +
      "certificate, for exactly this host (what others call verify-full).",
    vital: true,
  }),
  caFile: filePath.meta({
    title: "Authorities",
    description: "PEM file with the only authorities that may vouch for the server's certificate, which is " +
      "then verified.",
    examples: ["~/.postgresql/root.crt"],
    vital: true,
  }),
  certFile: filePath.meta({
    title: "Client certificate",
    description: "PEM file with the certificate that Kedge shows to the server, and those that vouch for it.",
    examples: ["~/.postgresql/postgresql.crt"],
  }),
  keyFile: filePath.meta({
    title: "Client key",
    description:
      "PEM file with the key of certFile; not needed where certFile holds it. Only you may read it.",
    examples: ["~/.postgresql/postgresql.key"],
  }),
  allowCleartextPassword: z.boolean().optional().meta({
    title: "Password without TLS",
    description:
      "Without TLS: send the password as it is, or encrypted with a key that the server sends, when the " +
      "server asks for that. Others on the way can read it.",
    vital: true,
  }),
  serverPublicKeyFile: filePath.meta({
    title: "Server's public key",
    description:
      "MySQL without TLS: PEM file with the server's RSA key, with which the password is encrypted.",
    examples: ["/etc/mysql/public_key.pem"],
    vital: true,
  }),
  agents: agentsSchema.optional(),
}).meta({
  title: "Server",
  description: "A SQL server of your own. Its user and password are kept in the keychain.",
});

/** The whole file. */
export const configSchema = z.object({
  $schema: z.string().optional().meta({
    title: "Schema",
    description: "Where editors find the JSON Schema of this file. Kedge does not read it.",
  }),
  version: z.int().min(1).default(2).meta({
    title: "Version",
    description: "Version of this file's format. A newer one than 2 is read as far as it is understood.",
    examples: [2],
  }),
  ssoStartUrl: text(2048).optional().meta({
    title: "Sign-in portal",
    description: "Address of the AWS access portal (IAM Identity Center).",
    examples: ["https://example.awsapps.com/start"],
    format: "web-address",
  }),
  ssoRegion: text(50).optional().meta({
    title: "Sign-in region",
    description: "Region of the IAM Identity Center instance.",
    examples: ["eu-central-1"],
    format: "region",
  }),
  resourceExplorerView: text(2048).optional().meta({
    title: "Index for searches",
    description: "View of AWS Resource Explorer (its ARN) that “Find in all accounts” asks first.",
    examples: [
      "arn:aws:resource-explorer-2:eu-central-1:123456789012:view/everything/1f3c2b1a-0d4e-4a5b-8c6d-7e8f90a1b2c3",
    ],
    format: "index-view",
  }),
  perPage: z.int().min(1).max(1000).default(50).meta({
    title: "Rows per page",
    description: "Page size of resource lists, 1 to 1000.",
    examples: [50],
  }),
  askAboveGigabytes: z.int().min(0).max(1_000_000).optional().meta({
    title: "Ask above (GB)",
    description:
      "Kedge asks before a query of log groups that would read more gigabytes than this, and ends one of Athena " +
      "that has read more. AWS counts what they read. 0 never asks; without it 100.",
    examples: [50, 0],
  }),
  envRules: z.array(envRuleSchema).max(1000).default([]).meta({
    title: "Environment rules",
    description: "Rules that label accounts with an environment; the first that matches wins.",
    examples: [[{ env: "prd", matchName: "-production$" }]],
  }),
  accounts: z.array(accountSchema).max(50_000).default([]).meta({
    title: "Accounts",
    description: "Curated AWS accounts.",
  }),
  servers: z.array(serverSchema).max(5000).default([]).meta({
    title: "Servers",
    description: "SQL servers of your own.",
  }),
  catalogs: z.array(catalogueSchema).max(50).optional().meta({
    title: "Catalogues",
    description: "Catalogues that extensions are installed from.",
  }),
  globalShortcut: z.string().max(100).default("Ctrl+Shift+K").meta({
    title: "Global shortcut",
    description: "System-wide shortcut that opens the palette: Mod+Mod+Key. Empty text switches it off.",
    examples: ["Ctrl+Shift+K", "CmdOrCtrl+Alt+Space", ""],
    format: "shortcut",
  }),
  launchAtStartup: z.boolean().default(true).meta({
    title: "Start at login",
    description: "Start Kedge when you log in.",
  }),
  linksEnabled: z.boolean().default(false).meta({
    title: "Links to Kedge",
    description: "Take kedge:// links of other programs; each leads to a page that asks first.",
  }),
  aiEnabled: z.boolean().default(false).meta({
    title: "Natural-language queries",
    description: "Allow asking servers in plain language, through the assistant's command line program.",
  }),
  assistantBinPath: text(4096).optional().meta({
    title: "Assistant program",
    description: "Path of the assistant's program. Without it, claude is looked up on PATH.",
    examples: ["/usr/local/bin/claude"],
    format: "program-path",
  }),
  aiModel: text(100).default("sonnet").meta({
    title: "Assistant model",
    description: "Model alias passed to the assistant.",
    examples: ["sonnet", "opus"],
  }),
  analyticsEnabled: z.boolean().default(true).meta({
    title: "Anonymous usage analytics",
    description: "Allow anonymous usage analytics. Nothing is sent unless the build names an endpoint.",
  }),
  releaseCheckEnabled: z.boolean().default(true).meta({
    title: "Tell of new versions",
    description: "Look for news of Kedge once a day, where the build names an address.",
  }),
}).meta({
  title: "Kedge configuration",
  description: "~/.kedge/config.json. Comments and trailing commas are allowed.",
});
