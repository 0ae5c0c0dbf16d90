/**
 * The single source of the fields of catalog.json, for types, JSON Schema and checks. Everything has a limit
 * because others write the catalogue.
 */
import * as z from "zod";
import { LIMITS } from "../bundle/limits.ts";
import { ID } from "../bundle/names.ts";
import { MAX_COUNT } from "./limits.ts";

const text = (max: number, description: string) => z.string().max(max).meta({ description });
const word = (max: number, description: string) => z.string().min(1).max(max).meta({ description });
const sha256 = (description: string) => z.string().regex(/^[0-9a-f]{64}$/).meta({ description });
const time = (description: string) =>
  z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/).meta({
    description,
    examples: ["2026-01-31T09:00:00Z"],
  });
const extensionId = (description: string) => z.string().regex(ID).max(LIMITS.id).meta({ description });

/** A finding of a version's review. */
const findingSchema = z.object({
  severity: z.enum(["info", "caution", "danger"]),
  message: word(1000, "What it is, as the review says it."),
  file: word(LIMITS.path, "The file inside the bundle."),
  line: z.int().min(1).optional(),
  more: z.int().min(1).optional().describe("The same holds for so many more lines."),
}).meta({ title: "Finding" });

/** The review of a version, made by the Kedge that published it. */
const reviewSchema = z.object({
  kedge: word(50, "The version of Kedge that made the review."),
  summary: text(4000, "What it can do, in a sentence."),
  can: z.array(word(40, "One capability.")).max(40).describe("What its code can do beyond its own dialogs."),
  places: z.array(word(300, "One account.")).max(MAX_COUNT.places).describe("The accounts that it works in."),
  findings: z.array(findingSchema).max(MAX_COUNT.findings),
}).meta({ title: "Review" });

/** One version of an extension. */
const versionSchema = z.object({
  version: text(200, "The manifest's version."),
  hash: sha256("Content hash: what is trusted at the install."),
  sha256: sha256("SHA-256 of the bundle file."),
  size: z.int().min(1).max(LIMITS.bundle).describe("Bytes of the bundle file."),
  file: z.string().regex(/^bundles\/[A-Za-z0-9][A-Za-z0-9._-]{0,200}\.kedgeext$/).meta({
    description: "Where the bundle lies beside catalog.json.",
    examples: ["bundles/toolbox-1.0.0-0a1b2c3d4e5f.kedgeext"],
  }),
  published: time("When it was published, UTC."),
  news: text(4000, "What is new, for people.").optional(),
  minAppVersion: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/).optional()
    .describe("The oldest Kedge that can run it."),
  review: reviewSchema,
}).meta({ title: "Version" });

/** An earlier version, which is offered no more but may still be installed. */
const earlierSchema = z.object({
  version: text(200, "The version that it was."),
  hash: sha256("Its content hash."),
}).meta({ title: "Earlier version" });

/** One extension with its versions. */
const entrySchema = z.object({
  id: extensionId("The manifest's id."),
  name: word(200, "The manifest's name."),
  description: text(4000, "The manifest's description.").optional(),
  author: text(200, "Who made it.").optional(),
  versions: z.array(versionSchema).min(1).max(MAX_COUNT.versions).describe("The newest first."),
  earlier: z.array(earlierSchema).max(MAX_COUNT.earlier).optional().describe(
    "Versions before those, the newest first: they can be withdrawn, and who has one is offered a newer one.",
  ),
}).meta({ title: "Extension" });

/** A version that may not run any more. */
const withdrawnSchema = z.object({
  hash: sha256("Content hash of what was withdrawn."),
  extension: extensionId("The id of the extension."),
  version: text(200, "The version that it was.").optional(),
  reason: word(1000, "Why, for people."),
  instead: text(1000, "What to do instead, for people.").optional(),
  since: time("When it was withdrawn, UTC."),
}).meta({ title: "Withdrawn version" });

/** A key that may sign, and its owner. */
const signerSchema = z.object({
  name: z.string().regex(/^[A-Za-z0-9@._+-]{1,200}$/).meta({
    description: "Whose key it is, as the first field of allowed_signers.",
    examples: ["alice@example.com"],
  }),
  key: z.string().max(4000).regex(/^[a-z0-9@.-]{1,60} [A-Za-z0-9+/]{40,}={0,2}$/).meta({
    description: "The public key of SSH.",
    examples: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI…"],
  }),
}).meta({ title: "Signer" });

/** The keys that were valid at the same time. */
const keySetSchema = z.object({
  threshold: z.int().min(1).max(MAX_COUNT.signers).describe("So many of them must sign."),
  signers: z.array(signerSchema).min(1).max(MAX_COUNT.signers),
  signatures: z.array(z.string().max(MAX_COUNT.signature)).max(MAX_COUNT.signers).describe(
    "Signatures of this set by those of the set before it, and by its own; none for the first.",
  ),
}).meta({ title: "Key set" });

/** The whole content of catalog.json. */
export const catalogueSchema = z.object({
  $schema: text(2000, "Where an editor finds the JSON Schema. Kedge does not read it.").optional(),
  format: z.literal(1).describe("The version of this format."),
  id: z.string().regex(/^[0-9a-f]{32}$/).describe(
    "Names the catalogue for ever; made by the first publishing.",
  ),
  name: word(200, "What people call it."),
  version: z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe("Rises with each publishing, never falls."),
  published: time("When this version was published, UTC."),
  expires: time("Until when it is valid, UTC: an older one may hide what was withdrawn."),
  keys: z.array(keySetSchema).min(1).max(MAX_COUNT.sets).describe(
    "The keys that may sign, the first ones first.",
  ),
  extensions: z.array(entrySchema).max(MAX_COUNT.extensions),
  withdrawn: z.array(withdrawnSchema).max(MAX_COUNT.withdrawn).describe("What must not run any more."),
}).meta({ title: "Kedge catalogue" });

type Frozen<T> = T extends readonly (infer Item)[] ? readonly Frozen<Item>[]
  : T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> }
  : T;

/** A catalogue that passed the checks. */
export type Catalogue = Frozen<z.infer<typeof catalogueSchema>>;
/** One extension of a catalogue. */
export type CatalogueEntry = Frozen<z.infer<typeof entrySchema>>;
/** One version of an extension of a catalogue. */
export type CatalogueVersion = Frozen<z.infer<typeof versionSchema>>;
/** A version that a catalogue has withdrawn. */
export type WithdrawnVersion = Frozen<z.infer<typeof withdrawnSchema>>;
/** The keys that were valid at the same time. */
export type KeySet = Frozen<z.infer<typeof keySetSchema>>;
/** The capabilities of a version, as its catalogue states them. */
export type PublishedReview = Frozen<z.infer<typeof reviewSchema>>;

/** Returns the generated JSON Schema of catalog.json. */
export function catalogueJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(catalogueSchema, { io: "input" });
}
