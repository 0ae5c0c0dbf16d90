import { command, feature, id } from "../../feature.ts";
import type { Links } from "./links.ts";

const link = { link: id };

/** Links that other programs open. They come by the private socket and not as a command: no page can send one. */
export const links = feature({
  followLink: command(link),
  dropLink: command(link),
  /** Drops that one and all that wait behind it. */
  dropLinks: command(link),
}, ({ links }: { readonly links: Links }) => ({
  followLink: ({ link }) => links.follow(link),
  dropLink: ({ link }) => links.drop(link),
  dropLinks: ({ link }) => links.drop(link, true),
}));
