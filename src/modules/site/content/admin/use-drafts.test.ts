import { describe, expect, test } from "vitest";
import { adopted, metIn, returned, type State, stateOf } from "#src/modules/site/content/admin/use-drafts.ts";
import { draftOf, type HomeDraft, homeDraftOf } from "#src/modules/site/content/rules/home-draft.ts";
import { SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";

const home = (over: Partial<Record<SectionKey, object>>) =>
  homeDraftOf(Object.entries(over).map(([section_key, content]) => ({ section_key, content })));
const at = (version: number) =>
  Object.fromEntries(SECTION_KEYS.map((key) => [key, version])) as Record<SectionKey, number>;
const broken = "x".repeat(5000);

type Section = State["sections"]["hero"];
const read = { draft: home({ hero: { title: "First" } }), versions: at(1) };
const opened = stateOf(read);
const typing = (draft: HomeDraft, over: Partial<Section> = {}) =>
  Object.fromEntries(
    SECTION_KEYS.map((key) => [key, { ...opened.sections[key], draft: draft[key], ...(key === "hero" ? over : {}) }]),
  ) as State["sections"];
const typed = (title: string): State => ({ ...opened, sections: typing(home({ hero: { title } })) });
const fresh = { draft: home({ hero: { title: "Theirs" } }), versions: at(2) };
const titleOf = ({ sections: { hero } }: State) => hero.draft.texts["title"];

describe("what the page was read with again", () => {
  test("is taken over where nothing was typed", () => {
    const next = adopted(opened, fresh);
    expect([next.sections.hero.base.version, metIn(next)]).toEqual([2, []]);
    expect(titleOf(next)).toBe("Theirs");
  });

  test("leaves a text that is typed to its save, on the version that it was typed on", () => {
    const next = adopted(typed("Mine"), fresh);
    expect([next.sections.hero.base.version, next.sections.route.base.version, metIn(next)]).toEqual([1, 2, []]);
    expect(titleOf(next)).toBe("Mine");
  });

  test("meets a text that can't be saved, and nothing of it is lost", () => {
    const next = adopted(typed(broken), fresh);
    expect(metIn(next)).toMatchObject([{ key: "hero", both: ["title"] }]);
    expect(titleOf(next)).toBe(broken);
    expect(next.sections.hero.base).toMatchObject({ version: 2, draft: { texts: { title: "Theirs" } } });
  });
});

describe("what was put away for an act that was refused", () => {
  const mine = home({ hero: { title: "Mine" }, infoBar: { price: "Free" } });
  const away = typing(mine);

  test("is typed again", () => {
    const next = returned({ ...opened, away });
    expect([metIn(next), next.away]).toEqual([[], null]);
    expect(Object.fromEntries(SECTION_KEYS.map((key) => [key, next.sections[key].draft]))).toEqual(mine);
  });

  test("meets what somebody else saved in its place", () => {
    const next = returned(adopted({ ...opened, away }, fresh));
    expect([titleOf(next), next.sections.infoBar.draft.texts["price"]]).toEqual(["Mine", "Free"]);
    expect(metIn(next)).toMatchObject([{ key: "hero", both: ["title"], theirs: { texts: { title: "Theirs" } } }]);
  });

  test("keeps what was to be decided", () => {
    const met = { theirs: draftOf("hero", { title: "First" }), by: "Diego", both: ["title"] };
    expect(metIn(returned({ ...opened, away: typing(mine, { met }) }))).toEqual([{ key: "hero", ...met }]);
  });
});
