import { equal } from "node:assert/strict";
import { namedDownloads } from "../../../../src/core/platform/downloads.ts";

const LISTS: readonly (readonly [list: string, folder: string | null])[] = [
  ['XDG_DOWNLOAD_DIR="$HOME/Téléchargements"', "/home/ada/Téléchargements"],
  [
    '# a comment\nXDG_DESKTOP_DIR="$HOME/Desk"\n  XDG_DOWNLOAD_DIR="/data/down \\"loads\\""\n',
    '/data/down "loads"',
  ],
  ['XDG_DOWNLOAD_DIR="relative"', null],
  ["XDG_DOWNLOAD_DIR=$HOME/x", null],
  ["", null],
];
for (const [list, folder] of LISTS) {
  Deno.test(`namedDownloads() of ${JSON.stringify(list)} is ${folder}`, () => {
    equal(namedDownloads(list, "/home/ada"), folder);
  });
}
