import { command, feature, id } from "../../feature.ts";
import type { Links } from "./links.ts";

const link = { link: id };

/**
 * The commands about links of other programs. Links arrive over the private socket and not as commands, so
 * that no page can send one.
 */
export const links = feature({
  followLink: command(link),
  dropLink: command(link),
  /** Drops a link and all links that wait after it. */
  dropLinks: command(link),
}, ({ links }: { readonly links: Links }) => ({
  followLink: ({ link }) => links.follow(link),
  dropLink: ({ link }) => links.drop(link),
  dropLinks: ({ link }) => links.drop(link, true),
}));
