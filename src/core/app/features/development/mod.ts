import * as z from "zod";
import { present } from "../../../present.ts";
import { command, feature, id } from "../../feature.ts";
import type { Development } from "./development.ts";

const catalogue = z.string().trim().min(1).max(2000);

/** The commands about extensions under development. */
export const development = feature({
  /** Ends the work on an extension, like ending its `kedge --dev`. */
  endDevelopment: command({ extension: id }),
  /** Previews what publishing an extension to a catalogue would do; the preview is in the state. */
  preparePublishing: command({ extension: id, catalogue }),
  /**
   * Publishes the previewed files as that version. `key` is a fingerprint of a signing key, `hash` the
   * content hash of the previewed files, `digest` that of the catalogue that was looked at.
   */
  publishExtension: command({
    extension: id,
    catalogue,
    version: z.string().trim().min(1).max(100),
    news: z.string().max(4000),
    hash: z.string().max(100),
    digest: z.string().max(100).optional(),
    key: z.string().max(200).optional(),
    /** The name of a new catalogue. */
    title: z.string().trim().min(1).max(200).optional(),
  }),
  /** Cancels publishing, or closes its preview. */
  leavePublishing: command({ extension: id }),
}, ({ development }: { readonly development: Pick<Development, "end" | "publishing"> }) => ({
  endDevelopment: ({ extension }) => development.end(extension),
  preparePublishing: ({ extension, catalogue }) => development.publishing.prepare(extension, catalogue),
  publishExtension: ({ extension, catalogue, version, news, hash, digest, key, title }) =>
    development.publishing.publish(extension, {
      to: catalogue,
      version,
      news,
      hash,
      ...present({ digest, key, name: title }),
    }),
  leavePublishing: ({ extension }) => development.publishing.leave(extension),
}));
