/** Builds the release binaries: icons, page bundles, `deno compile` for every target, checksums. */
