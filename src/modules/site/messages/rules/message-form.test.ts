import { expect, test } from "vitest";
import { FIELDS, subjectOf } from "#src/modules/site/messages/rules/message-form.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { SendMessage } from "#src/modules/site/messages/schema.ts";

const good = {
  name: "Sofía",
  email: "sofia@example.test",
  subject: "Hola",
  message: "Somos treinta personas.",
  language: "es",
};

test.each([
  [{ name: "  " }, "name", "errors.messageName"],
  [{ name: "\u200B\u2060" }, "name", "errors.messageName"],
  [{ name: "x".repeat(121) }, "name", "errors.tooLong"],
  [{ email: "sofia" }, "email", "errors.messageEmail"],
  [{ email: "a@example.test, b@example.test" }, "email", "errors.messageEmail"],
  [{ email: "a@example.test\nBcc: b@example.test" }, "email", "errors.messageEmail"],
  [{ subject: "" }, "subject", "errors.messageSubject"],
  [{ message: "too short" }, "message", "errors.messageText"],
  [{ message: "   123456789   " }, "message", "errors.messageText"],
  [{ message: "x".repeat(4001) }, "message", "errors.tooLong"],
])("%j is a error of %s: %s", (over, id, message) => {
  const result = SendMessage.safeParse({ ...good, ...over });
  expect(toFieldErrors(FIELDS, result.error?.issues ?? [])).toEqual([{ id, message }]);
});

test("ten characters are a message, and lines may be broken", () => {
  expect(SendMessage.safeParse({ ...good, message: "1234\n67890" }).success).toBe(true);
});

test("what ends a line in a name or a subject, which stand in a mail's head, is a space", () => {
  const written = { ...good, name: "Sofía\r\nBcc: all@example.test", subject: "one\u2028two" };
  expect(SendMessage.parse(written)).toMatchObject({ name: "Sofía Bcc: all@example.test", subject: "one two" });
});

test("errors stand in the order of the page, one for each field", () => {
  const result = SendMessage.safeParse({ language: "en", message: "", subject: "", email: "", name: "" });
  expect(toFieldErrors(FIELDS, result.error!.issues).map(({ id }) => id)).toEqual([
    "name",
    "email",
    "subject",
    "message",
  ]);
});

test.each([
  ["large-group", "messages.subject.largeGroup"],
  ["partner-site", "messages.subject.partnerSite"],
  ["You have won", null],
  ["__proto__", null],
  ["toString", null],
  [null, null],
])("a link that asks for the subject %j fills in %j", (input, id) => expect(subjectOf(input)).toBe(id));
