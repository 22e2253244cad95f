import { expect, test } from "vitest";
import {
  accountPath,
  noteOf,
  refusedWith,
  formErrorOf,
  readFormFields,
} from "#src/modules/identity/rules/account-forms.ts";

test.each([
  ["verified", "verified"],
  ["check-email", "check-email"],
  [null, null],
  ["", null],
  ["Send money to evil.example", null],
  ["__proto__", null],
])("the note %s is %s", (asked, note) => expect(noteOf(asked)).toBe(note));

test.each([
  ["/login", {}, "/login"],
  ["/es/login", { note: "verified" as const }, "/es/login?note=verified"],
  ["/login", { next: "/checkout?departure=1#pay" }, "/login?next=%2Fcheckout%3Fdeparture%3D1%23pay"],
  ["/login", { next: "https://evil.example" }, "/login"],
  ["/login", { next: "//evil.example", note: "start-over" as const }, "/login?note=start-over"],
  ["/login", { next: null }, "/login"],
])("%s with %o is %s", (path, options, whole) => expect(accountPath(path, options)).toBe(whole));

test("a limit says when, in whole minutes", () => {
  const refusal = { reason: "too_many_attempts", retry_after: 61 };
  expect(formErrorOf(refusal)).toEqual({ message: "identity.tooMany", minutes: 2 });
  expect(refusedWith(refusal, 401)).toEqual({
    status: 429,
    headers: { "cache-control": "no-store", "retry-after": "61" },
  });
  expect(formErrorOf({ reason: "sign_in_failed" })).toEqual({ message: "errors.sign_in_failed" });
  expect(refusedWith({ reason: "sign_in_failed" }, 401).status).toBe(401);
});

test("of a form only its own fields are read", () => {
  const form = new FormData();
  form.set("email", "a@example.test");
  form.set("role", "admin");
  form.set("password", new Blob(["x"]));
  expect(readFormFields(form, ["email", "password"])).toEqual({ email: "a@example.test", password: "" });
});
