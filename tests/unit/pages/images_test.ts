import assert from "node:assert/strict";
import { imageType, MAX_ICON } from "../../../src/pages/http/images.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const cases: readonly [string, Uint8Array, string | null][] = [
  ["a.png", bytes("\x89PNG\r\n\x1a\n…"), "image/png"],
  ["A.PNG", bytes("\x89PNG\r\n\x1a\n"), "image/png"],
  ["a.jpg", bytes("\xff\xd8\xff\xe0"), "image/jpeg"],
  ["a.jpeg", bytes("\xff\xd8\xff\xe0"), "image/jpeg"],
  ["a.gif", bytes("GIF89a"), "image/gif"],
  ["a.webp", bytes("RIFF0000WEBP"), "image/webp"],
  ["a.svg", bytes("<svg/>"), "image/svg+xml"],
  ["a.png", bytes("<html>"), null],
  ["a.html", bytes("<html>"), null],
  ["a.go", bytes("package action"), null],
  ["png", bytes("\x89PNG\r\n\x1a\n"), null],
  ["a.svg", new Uint8Array(MAX_ICON + 1), null],
];

for (const [path, content, type] of cases) {
  Deno.test(`imageType() says ${type} for ${path} of ${content.length} bytes`, () => {
    assert.equal(imageType(path, content), type);
  });
}
