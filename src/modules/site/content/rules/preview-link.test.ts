import { expect, test } from "vitest";
import { PREVIEW_DAYS, previewEnd, readPreviewEnd } from "#src/modules/site/content/rules/preview-link.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const DAY_MS = 86_400_000;
const end = previewEnd(NOW);

test.each([
  ["at once", String(end), NOW, end],
  ["a second before its end", String(end), new Date(NOW.getTime() + PREVIEW_DAYS * DAY_MS - 1000), end],
  ["at its end", String(end), new Date(NOW.getTime() + PREVIEW_DAYS * DAY_MS), null],
  ["with a later end than any link has", String(end + 1), NOW, null],
  ["without an end", null, NOW, null],
  ["with words for its end", "tomorrow", NOW, null],
  ["with a sign before it", `-${end}`, NOW, null],
])("a link opens %s: %s", (_, until, now, expected) => expect(readPreviewEnd(until, now)).toBe(expected));
