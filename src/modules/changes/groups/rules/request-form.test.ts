import { expect, test } from "vitest";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { earliestDate, FIELDS } from "#src/modules/changes/groups/rules/request-form.ts";
import { RequestGroup } from "#src/modules/changes/groups/schema.ts";

const good = {
  people: "30",
  city: "",
  date: "",
  occasion: "birthday",
  words: "",
  name: "Sofía",
  email: "sofia@guest.test",
  phone: "",
  language: "es",
};

test("number, occasion, name and address are enough", () => {
  expect(RequestGroup.parse(good)).toEqual({ ...good, people: 30 });
});

test.each([
  [{ people: "1" }, "people", "groups.error.people"],
  [{ people: "" }, "people", "groups.error.people"],
  [{ people: "thirty" }, "people", "groups.error.people"],
  [{ people: "501" }, "people", "groups.error.people"],
  [{ date: "next week" }, "date", "groups.error.date"],
  [{ date: "2026-02-30" }, "date", "groups.error.date"],
  [{ occasion: "" }, "occasion", "groups.error.occasion"],
  [{ words: "x".repeat(4001) }, "words", "errors.tooLong"],
  [{ name: " " }, "name", "errors.messageName"],
  [{ email: "sofia" }, "email", "errors.messageEmail"],
  [{ phone: "5".repeat(41) }, "phone", "errors.tooLong"],
])("%j is an error of %s: %s", (over, id, message) => {
  const result = RequestGroup.safeParse({ ...good, ...over });
  expect(toFieldErrors(FIELDS, result.error?.issues ?? [])).toEqual([{ id, message }]);
});

test.each([
  ["2026-11-29", "2026-11-30"],
  ["2026-11-30", "2026-12-01"],
  ["2026-12-31", "2027-01-01"],
])("on %s nights may be wished for from %s on", (today, first) => expect(earliestDate(today)).toBe(first));
