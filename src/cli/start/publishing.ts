import type { PublishingServices } from "../../core/app/features/development/publishing.ts";
import { lazyImport } from "../../core/lazy_import.ts";

/** Publishing to catalogues; what does it is loaded when somebody publishes. */
export function publishingServices(): PublishingServices {
  const folder = () =>
    lazyImport<typeof import("../../core/catalogue/publish/folder.ts")>(
      "../../core/catalogue/publish/folder.ts",
      import.meta.url,
    );
  return {
    prepare: async (...of) => await (await folder()).preparePublishing(...of),
    publish: async (...of) => await (await folder()).publishFolder(...of),
  };
}
