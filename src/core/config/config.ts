import type * as z from "zod";
import type { catalogueSchema } from "./catalogue_schema.ts";
import type { accountSchema, configSchema, envRuleSchema, serverSchema } from "./schema.ts";

type Frozen<T> = T extends readonly (infer Item)[] ? readonly Frozen<Item>[]
  : T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> }
  : T;

/** The current configuration: every field of the schema, including defaults. */
export type Config = Frozen<Omit<z.output<typeof configSchema>, "$schema">>;

/** A curated cloud account. */
export type Account = Frozen<z.output<typeof accountSchema>>;

/** A SQL server that the user owns. Its user and password are in the keychain. */
export type Server = Frozen<z.output<typeof serverSchema>>;

/** A rule that labels accounts with an environment. */
export type EnvRule = Frozen<z.output<typeof envRuleSchema>>;

/** A catalogue from which extensions are installed. */
export type CatalogueSetting = Frozen<z.output<typeof catalogueSchema>>;
