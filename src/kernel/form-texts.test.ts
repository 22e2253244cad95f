import { expect, test } from "vitest";
import { textsOf } from "#src/kernel/form-texts.ts";

test("a form is read as it was typed, a field that is missing or holds a file as empty", () => {
  const form = new FormData();
  form.set("name", " Sofía ");
  form.set("message", "one\r\ntwo");
  form.set("subject", new File(["x"], "x.txt"));
  form.set("other", "not asked for");
  expect(textsOf(form, ["name", "email", "subject", "message"])).toEqual({
    name: " Sofía ",
    email: "",
    subject: "",
    message: "one\ntwo",
  });
});
