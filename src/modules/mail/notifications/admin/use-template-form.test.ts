import { expect, test } from "vitest";
import {
  changedIn,
  keepingMine,
  openedWith,
  takingTheirs,
  type Typed,
  typedSince,
} from "#src/modules/mail/notifications/admin/use-template-form.ts";

const TITLE = "emails.code.title";
const TEXT = "emails.code.text";
const UNTIL = "emails.code.until";
const of = {
  kind: "booking_code",
  ronda: { en: { [TITLE]: "Title", [TEXT]: "Text", [UNTIL]: "Until" }, es: { [TITLE]: "Título" } },
} as const;
const published = (version: number, en: Record<string, string>) => ({ version, texts: { en, es: {} } });
const opened = openedWith(of, published(2, { [TITLE]: "Ours" }));
const typing = (en: Record<string, string>, from: Typed = opened): Typed => ({
  ...from,
  shown: { ...from.shown, en: { ...from.shown.en, ...en } },
});
const changes = (typed: Typed) => changedIn(of, typed).map(({ id, now }) => [id, now]);

test("a form shows the operator’s texts, and Ronda’s where there are none", () => {
  expect(opened.shown.en).toEqual({ [TITLE]: "Ours", [TEXT]: "Text", [UNTIL]: "Until" });
  expect(changes(opened)).toEqual([]);
  expect(changes(typing({ [TITLE]: "Title", [TEXT]: "Mine" }))).toEqual([
    [TITLE, ""],
    [TEXT, "Mine"],
  ]);
});

test("what is typed while it is published stays typed, over what was published", () => {
  const sent = typing({ [TEXT]: "Mine" });
  // somebody else's text came along
  const now = published(4, { [TITLE]: "Theirs", [TEXT]: "Mine" });
  expect(typedSince(of, sent, sent, now)).toBeNull();
  const more = typedSince(of, sent, typing({ [UNTIL]: "More" }, sent), now)!;
  expect(more).toMatchObject({ base: 4, shown: { en: { [TITLE]: "Theirs", [TEXT]: "Mine", [UNTIL]: "More" } } });
  expect(changes(more)).toEqual([[UNTIL, "More"]]);
});

const met = {
  version: 3,
  theirs: { en: { [TITLE]: "Theirs", [UNTIL]: "Theirs too" }, es: {} },
  both: [{ language: "en" as const, id: TITLE }],
};

test("who keeps their own keeps the other’s texts that they didn’t touch", () => {
  const mine = keepingMine(of, typing({ [TITLE]: "Mine", [TEXT]: "Mine too" }), met);
  expect(mine.base).toBe(3);
  expect(mine.shown.en).toEqual({ [TITLE]: "Mine", [TEXT]: "Mine too", [UNTIL]: "Theirs too" });
});

test("who takes the other’s loses no text that the other didn’t touch", () => {
  const theirs = takingTheirs(of, typing({ [TITLE]: "Mine", [TEXT]: "Mine too" }), met);
  expect(theirs.base).toBe(3);
  expect(theirs.shown.en).toEqual({ [TITLE]: "Theirs", [TEXT]: "Mine too", [UNTIL]: "Theirs too" });
  expect(changes(theirs)).toEqual([[TEXT, "Mine too"]]);
});
