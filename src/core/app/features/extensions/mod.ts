import * as z from "zod";
import { jsonValue, recordOf } from "../../../json_schemas.ts";
import { command, feature, id } from "../../feature.ts";
import type { CommandResult } from "../../../result.ts";
import type { Extensions } from "./extensions.ts";

/** Opens files of installed extensions with the user's programs. */
export interface ExtensionFiles {
  readonly openFolder: (extension: string) => Promise<CommandResult>;
  readonly openSource: (
    extension: string,
    file: string,
    line?: number,
    column?: number,
  ) => Promise<CommandResult>;
  /** Folder of the sample extension that is part of Kedge. */
  readonly sample: string;
}

/** The dependency that carries the commands out. */
interface Handled {
  readonly extensions: Omit<Extensions<{ readonly hash: string }>, "beginFrom">;
}

const extension = { extension: id };
const choice = z.string().max(200).optional();

/** Installing, reviewing and configuring extensions. */
export const extensions = feature(
  {
    /** Begins the review of a bundle. `source` is a file, a folder or an https address. */
    beginInstall: command({ source: z.string().min(1).max(4000) }),
    /** Opens the review of the sample extension. */
    reviewSample: command({}),
    reviewInstalled: command(extension, ({ extension }) => `extension:${extension}`),
    /** Restores the trusted files of an extension that changed on disk. */
    restoreExtension: command(extension),
    confirmReview: command({ review: id, hash: z.string().length(64) }),
    rejectReview: command({ review: id }),
    uninstall: command({ ...extension, forget: z.boolean().optional() }),
    /** Changes the user's settings of one action. */
    saveOverrides: command({
      ...extension,
      action: id,
      account: choice,
      role: choice,
      region: choice,
      /** Replaces the user's config overrides of this action. */
      config: recordOf(jsonValue, 200).optional(),
      /** Replaces the servers that the action may write to. `at` is the address that the form showed. */
      write: z.array(z.object({ server: z.string().max(200), at: z.string().max(2000) })).max(100).optional(),
      /** Asks for the account again at the next run. */
      forgetAnswer: z.boolean().optional(),
    }),
    openFolder: command(extension),
    /** Opens a file of an installed bundle in the user's editor. `file` is its path inside the bundle. */
    openSource: command({
      ...extension,
      file: z.string().min(1).max(1000),
      line: z.number().int().min(1).optional(),
      column: z.number().int().min(1).optional(),
    }),
  },
  ({ extensions, openFolder, openSource, sample }: ExtensionFiles & Handled) => ({
    beginInstall: ({ source }) => extensions.beginInstall(source),
    reviewSample: () => extensions.beginInstall(sample),
    reviewInstalled: ({ extension }) => extensions.reviewInstalled(extension),
    restoreExtension: ({ extension }) => extensions.restore(extension),
    confirmReview: ({ review, hash }) => extensions.confirm(review, hash),
    rejectReview: ({ review }) => extensions.reject(review),
    uninstall: ({ extension, forget }) => extensions.uninstall(extension, forget ?? false),
    saveOverrides: ({ extension, action, ...change }) => extensions.saveOverrides(extension, action, change),
    openFolder: ({ extension }) => openFolder(extension),
    openSource: ({ extension, file, line, column }) => openSource(extension, file, line, column),
  }),
);
