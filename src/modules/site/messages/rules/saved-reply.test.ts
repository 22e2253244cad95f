import { expect, test } from "vitest";
import { textFor, withText } from "#src/modules/site/messages/rules/saved-reply.ts";
import { SaveReply } from "#src/modules/site/messages/schema.ts";

const reply = { id: "1", name: "Groups", text_en: "Welcome!", text_es: "" };

test.each([
  ["en", "Welcome!"],
  ["es", null],
] as const)("for an answer in %s it offers %j", (language, text) => expect(textFor(reply, language)).toBe(text));

test.each([
  ["", "Welcome!", "Welcome!"],
  ["  \n", "Welcome!", "Welcome!"],
  ["Hi Ana,\n", "Welcome!", "Hi Ana,\n\nWelcome!"],
])("in %j it becomes %j", (written, text, all) => expect(withText(written, text)).toBe(all));

const id = "019a0000-0000-7000-8000-000000000001";

test.each([
  [{ name: " Groups ", text_en: "Hi\r\n", text_es: "" }, []],
  [{ name: "Groups", text_en: "", text_es: "Hola" }, []],
  [{ name: "", text_en: "Hi", text_es: "" }, [["name", "messages-replies.error.name"]]],
  [{ name: "Groups", text_en: " ", text_es: "" }, [["text_en", "messages-replies.error.text"]]],
  [{ name: "x".repeat(81), text_en: "Hi", text_es: "" }, [["name", "messages-replies.error.long"]]],
  [{ name: "x", text_en: "Hi", text_es: "x".repeat(4001) }, [["text_es", "messages-admin.error.long"]]],
])("%j is refused with %j", (fields, errors) => {
  const read = SaveReply.safeParse({ id, ...fields });
  expect(read.error?.issues.map(({ path, message }) => [path[0], message]) ?? []).toEqual(errors);
});
