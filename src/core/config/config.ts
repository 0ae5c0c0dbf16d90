import type { z } from "zod";
import type { catalogSchema } from "./catalog_schema.ts";
import type { accountSchema, configSchema, envRuleSchema, serverSchema } from "./schema.ts";

type Frozen<T> = T extends readonly (infer Item)[] ? readonly Frozen<Item>[]
  : T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> }
  : T;

/** The configuration in force: every field of the schema, with its default filled in. */
export type Config = Frozen<Omit<z.output<typeof configSchema>, "$schema">>;

/** A curated cloud account. */
export type Account = Frozen<z.output<typeof accountSchema>>;

/** A SQL server that the user owns. Its user and password live in the keychain. */
export type Server = Frozen<z.output<typeof serverSchema>>;

/** A rule that labels accounts with an environment. */
export type EnvRule = Frozen<z.output<typeof envRuleSchema>>;

/** A catalogue that extensions are installed from. */
export type CatalogSetting = Frozen<z.output<typeof catalogSchema>>;
