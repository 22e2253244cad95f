import { describe, expect, test } from "vitest";
import { adopted, returned, type State } from "#src/modules/site/content/admin/use-home-draft.ts";
import { draftOf, homeDraftOf } from "#src/modules/site/content/rules/home-draft.ts";
import { SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";

const home = (over: Partial<Record<SectionKey, object>>) =>
  homeDraftOf(Object.entries(over).map(([section_key, content]) => ({ section_key, content })));
const at = (version: number) =>
  Object.fromEntries(SECTION_KEYS.map((key) => [key, version])) as Record<SectionKey, number>;
const broken = "x".repeat(5000);

function opened(over: Partial<State> = {}): State {
  const draft = home({ hero: { title: "First" } });
  const read = { draft, versions: at(1) };
  return { ...read, base: draft, opened: read, met: [], away: null, ...over };
}
const fresh = { draft: home({ hero: { title: "Theirs" } }), versions: at(2) };

describe("what the page was read with again", () => {
  test("is taken over where nothing was typed", () => {
    const next = adopted(opened(), fresh);
    expect(next).toMatchObject({ versions: { hero: 2 }, met: [] });
    expect(next.draft.hero.texts["title"]).toBe("Theirs");
  });

  test("leaves a text that is typed to its save, on the version that it was typed on", () => {
    const next = adopted(opened({ draft: home({ hero: { title: "Mine" } }) }), fresh);
    expect(next).toMatchObject({ versions: { hero: 1, route: 2 }, met: [] });
    expect(next.draft.hero.texts["title"]).toBe("Mine");
  });

  test("meets a text that can't be saved, and nothing of it is lost", () => {
    const next = adopted(opened({ draft: home({ hero: { title: broken } }) }), fresh);
    expect(next).toMatchObject({ versions: { hero: 2 }, met: [{ key: "hero", both: ["title"] }] });
    expect(next.draft.hero.texts["title"]).toBe(broken);
    expect(next.base.hero.texts["title"]).toBe("Theirs");
  });
});

describe("what was put away for an act that was refused", () => {
  const typed = home({ hero: { title: "Mine" }, infoBar: { price: "Free" } });
  const before = opened();
  const away = { draft: typed, base: before.base, met: [] };

  test("is typed again", () => {
    expect(returned(opened({ away }))).toMatchObject({ draft: typed, met: [], away: null });
  });

  test("meets what somebody else saved in its place", () => {
    const next = returned(adopted(opened({ away }), fresh));
    expect(next.draft).toMatchObject({ hero: { texts: { title: "Mine" } }, infoBar: { texts: { price: "Free" } } });
    expect(next.met).toMatchObject([{ key: "hero", both: ["title"], theirs: { texts: { title: "Theirs" } } }]);
  });

  test("keeps what was to be decided", () => {
    const met = [{ key: "hero" as const, theirs: draftOf("hero", { title: "First" }), by: "Diego", both: ["title"] }];
    expect(returned(opened({ away: { ...away, met } })).met).toEqual(met);
  });
});
