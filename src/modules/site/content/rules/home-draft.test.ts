import { describe, expect, test } from "vitest";
import { homeContentIn } from "#src/modules/site/content/rules/home-content.ts";
import {
  changesIn,
  contentOf,
  countUntranslated,
  draftOf,
  homeDraftOf,
  isSame,
  isUntranslated,
  merged,
  type SectionDraft,
  listChanges,
  unseenItems,
} from "#src/modules/site/content/rules/home-draft.ts";
import { namesOf } from "#src/modules/site/content/rules/fields.ts";
import { SECTION_KEYS, SECTIONS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { homeOn } from "#db/seeds/demo/home.ts";

const stored: [SectionKey, object][] = [
  ...(Object.entries(homeOn("2026-11-20")) as [SectionKey, object][]),
  ["layout", { order: ["route", "events"], hidden: ["gallery"] }],
];

test.each(stored)("nothing of a stored %s is lost in its form", (key, content) => {
  const withoutEmpty = JSON.parse(JSON.stringify(content, (_, value: unknown) => (value === "" ? undefined : value)));
  const { items, ...rest } = withoutEmpty as { items?: unknown[] };
  expect(contentOf(key, draftOf(key, content))).toEqual(items?.length === 0 ? rest : withoutEmpty);
});

test.each([null, undefined, "text", ["x"], { title: 7, items: "no list" }, { items: [null, "x", 7] }])(
  "what is stored as %o is an empty form",
  (content) => {
    for (const key of SECTION_KEYS) expect(contentOf(key, draftOf(key, content))).toEqual({});
  },
);

test("the form knows every field of every section that guests see", () => {
  const filled = (key: SectionKey): SectionDraft => {
    const { fields, list } = SECTIONS[key];
    const texts = Object.fromEntries(fields.flatMap(namesOf).map((name) => [name, valueOf(name)]));
    const items = list ? [Object.fromEntries(list.fields.flatMap(namesOf).map((name) => [name, valueOf(name)]))] : [];
    return { texts, items };
  };
  const sections = SECTION_KEYS.map((key) => ({ section_key: key, content: contentOf(key, filled(key)) }));
  const empty = JSON.stringify(homeContentIn("en", sections), (_, value: unknown) => value ?? "missing");
  expect(empty).not.toContain("missing");
  expect(homeContentIn("en", sections).events.items[0]).toEqual({
    title: "title",
    subtitle: "subtitle",
    date: "date",
    time: "time",
    backgroundImage: "/pictures/cdmx-wide",
    link: "/link",
  });
});
const valueOf = (name: string) =>
  name === "backgroundImage" ? "/pictures/cdmx-wide" : name === "link" ? "/link" : name;

test("texts are stored trimmed, with plain line ends, and not at all when they are empty", () => {
  const draft = { texts: { title: "  One ", title_es: " ", subtitle: "a\r\nb\rc", unknown: "x" }, items: [] };
  expect(contentOf("hero", draft)).toEqual({ title: "One", subtitle: "a\nb\nc" });
  expect(isSame("hero", draft, draftOf("hero", { title: "One", subtitle: "a\nb\nc" }))).toBe(true);
});

const events = (...titles: string[]) => draftOf("events", { items: titles.map((title) => ({ title })) });

describe("changes", () => {
  test.each([
    ["a text", draftOf("hero", { title: "A" }), draftOf("hero", { title: "B" }), [["title", null, "A", "B"]]],
    ["an emptied text", draftOf("hero", { title_es: "A" }), draftOf("hero", {}), [["title_es", null, "A", ""]]],
    ["spaces alone", draftOf("hero", { title: "A" }), draftOf("hero", { title: " A " }), []],
  ])("%s", (_, old, now, expected) => {
    const changes = changesIn("hero", old, now);
    expect(
      changes.map((change) => change.kind === "text" && [change.field, change.item, change.old, change.now]),
    ).toEqual(expected);
  });

  test.each([
    ["an item that was changed in its place", events("A", "B"), events("A", "C"), ["text 1 title"]],
    ["one that came", events("A"), events("A", "B"), ["added 1 B"]],
    ["one that came first", events("A"), events("B", "A"), ["added 0 B"]],
    ["one that went", events("A", "B", "C"), events("A", "C"), ["removed 1 B"]],
    ["another order", events("A", "B"), events("B", "A"), ["moved"]],
    ["nothing", events("A", "B"), events("A", "B"), []],
  ])("%s", (_, old, now, expected) => {
    const changes = changesIn("events", old, now).map((change) =>
      change.kind === "moved"
        ? "moved"
        : change.kind === "text"
          ? `text ${change.item} ${change.field}`
          : `${change.kind} ${change.item} ${change.words}`,
    );
    expect(changes).toEqual(expected);
  });

  test("are told to the audit log with the old and new texts, and lists by their names", () => {
    expect(listChanges("hero", draftOf("hero", { title: "A" }), draftOf("hero", { title: "B" }))).toEqual([
      { title: "A" },
      { title: "B" },
    ]);
    expect(listChanges("events", events("A"), events("A", "B"))).toEqual([{ items: "A" }, { items: "A, B" }]);
  });
});

test.each([
  ["mine alone", "A", "B", "A", "B", []],
  ["theirs alone", "A", "A", "C", "C", []],
  ["the same on both sides", "A", "B", "B", "B", []],
  ["on both sides", "A", "B", "C", "B", ["title"]],
])("a text changed %s", (_, base, mine, theirs, expected, both) => {
  const of = (title: string) => draftOf("hero", { title });
  const result = merged(of(base), of(mine), of(theirs));
  expect(result.both).toEqual(both);
  expect(result.draft.texts["title"]).toBe(expected);
});

test("a list that two people changed is decided as a whole", () => {
  const result = merged(events("A"), events("A", "mine"), events("A", "theirs"));
  expect(result.both).toEqual(["items"]);
  expect(result.draft).toEqual(events("A", "mine"));
  expect(merged(events("A"), events("A"), events("B")).draft).toEqual(events("B"));
});

test.each([
  ["hero", { title: "A" }, 1],
  ["hero", { title: "A", title_es: "B" }, 0],
  ["hero", { title: "A", title_es: " " }, 1],
  ["hero", { title_es: "B", backgroundImage: "/pictures/a" }, 0],
  // always Ronda's own in Spanish (spec section 2.5)
  ["expect", { title: "A", description: "B" }, 0],
  [
    "events",
    {
      items: [
        { title: "A", date: "2026-12-31" },
        { title: "B", title_es: "C", date: "Fridays" },
      ],
    },
    2,
  ],
] as const)("of %s with %o so many texts wait for their translation: %s", (key, content, count) =>
  expect(countUntranslated(key, draftOf(key, content))).toBe(count),
);

test("a text that is marked as untranslated is one that Spanish guests don't get", () => {
  const { fields } = SECTIONS.hero;
  const { texts } = draftOf("hero", { title: "A", subtitle: "B", subtitle_es: "C" });
  expect(fields.filter((field) => isUntranslated(field, texts)).map(({ name }) => name)).toEqual(["title"]);
  const spanish = homeContentIn("es", [{ section_key: "hero", content: contentOf("hero", { texts, items: [] }) }]);
  expect(spanish.hero).toEqual({ subtitle: "C" });
});

test("items without what they need are named, and guests don't see them", () => {
  const content = { stops: [{ time: "20:00", title: "A" }, { title: "B" }, { time: "21:00", title: " " }] };
  expect(unseenItems("route", draftOf("route", content))).toEqual([1, 2]);
  const [home] = [homeDraftOf([{ section_key: "route", content }])];
  const homeContent = homeContentIn("en", [{ section_key: "route", content: contentOf("route", home.route) }]);
  expect(homeContent.route.stops).toEqual([{ time: "20:00", title: "A" }]);
});
