import { describe, expect, test } from "vitest";
import { byFields, keepMine, mergeTheirs, startEditing, afterSave, takeTheirs } from "#src/kernel/edited.ts";

type Bar = { name: string; street: string; tags: string[] };
const kind = byFields<Bar, keyof Bar>(["name", "street", "tags"]);
const BAR: Bar = { name: "La Luna", street: "Roma 1", tags: ["terrace"] };
const saved = (over: Partial<Bar>, version = 2) => ({ version, draft: { ...BAR, ...over } });
const typed = (over: Partial<Bar>) => startEditing<Bar, keyof Bar>(saved({}, 1), { ...BAR, ...over });

describe("what somebody else saved meanwhile", () => {
  test("comes in where nothing was typed, and nothing is to be decided", () => {
    const now = mergeTheirs(kind, typed({ name: "El Sol" }), saved({ street: "Roma 2" }));
    expect(now).toEqual({
      base: saved({ street: "Roma 2" }),
      draft: { ...BAR, name: "El Sol", street: "Roma 2" },
      met: { theirs: { ...BAR, street: "Roma 2" }, by: null, both: [] },
    });
    expect(kind.changed(now.base.draft, now.draft)).toEqual(["name"]);
  });

  test("waits for a decision where both typed, in page order", () => {
    const now = mergeTheirs(
      kind,
      typed({ tags: ["roof"], name: "El Sol" }),
      saved({ name: "Luna", tags: [], street: "Roma 2" }),
      "Diego",
    );
    expect(now.draft).toEqual({ name: "El Sol", street: "Roma 2", tags: ["roof"] });
    expect(now.met).toMatchObject({ by: "Diego", both: ["name", "tags"] });
    expect(keepMine(now)).toEqual({ ...now, met: null });
    expect(takeTheirs(kind, now)).toEqual(startEditing(now.base, { name: "Luna", street: "Roma 2", tags: [] }));
  });

  test("is no question where both typed the same", () => {
    expect(mergeTheirs(kind, typed({ name: "Luna" }), saved({ name: "Luna" })).met?.both).toEqual([]);
  });

  test("leaves what was to be decided before, unless it asks the same anew", () => {
    const first = mergeTheirs(kind, typed({ name: "El Sol" }), saved({ name: "Luna" }));
    const second = mergeTheirs(kind, first, saved({ name: "Luna", street: "Roma 2" }, 3));
    expect(second.met).toEqual(first.met);
    expect(second.draft).toEqual({ ...BAR, name: "El Sol", street: "Roma 2" });
    expect(mergeTheirs(kind, second, saved({ name: "Lunas" }, 4)).met).toMatchObject({ theirs: { name: "Lunas" } });
  });
});

test("what is typed while it is saved stays typed, over what was stored", () => {
  const sent = typed({ name: " El Sol " });
  const now = { ...sent, draft: { ...sent.draft, street: "Roma 3" } };
  expect(afterSave(kind, sent, sent.draft, saved({ name: "El Sol" }))).toEqual(startEditing(saved({ name: "El Sol" })));
  expect(afterSave(kind, now, sent.draft, saved({ name: "El Sol" })).draft).toEqual({
    ...BAR,
    name: "El Sol",
    street: "Roma 3",
  });
});
