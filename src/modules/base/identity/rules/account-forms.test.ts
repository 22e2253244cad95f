import { expect, test } from "vitest";
import { accountPath, noteOf, readNames, refusalOf } from "#src/modules/base/identity/rules/account-forms.ts";
import { JoinTeam, SetUpAccount, SignUp } from "#src/modules/base/identity/schema.ts";

test.each([SignUp, SetUpAccount, JoinTeam])("a last name is stated, or said not to exist", (schema) => {
  const read = (last_name: string, ...also: string[]) => {
    const form = new FormData();
    form.set("first_name", "Suharto");
    form.set("last_name", last_name);
    for (const name of also) form.set(name, "on");
    const { typed, names } = readNames(form);
    const found = schema.safeParse({ ...names, email: "s@guest.test", password: "a night in Roma Norte" });
    const errors = found.error?.issues.map(({ path, message }) => [path[0], message]);
    return { typed, names: found.data && [found.data.first_name, found.data.last_name], errors };
  };
  expect(read("").errors).toEqual([["last_name", "errors.lastName"]]);
  expect(read("  ").errors).toEqual([["last_name", "errors.lastName"]]);
  expect(read("", "one_name").names).toEqual(["Suharto", ""]);
  expect(read("Ruiz", "one_name").names).toEqual(["Suharto", "Ruiz"]);
  // what is shown again is what was typed
  expect(read("").typed).toEqual({ first_name: "Suharto", last_name: "", one_name: "" });
  expect(read("", "one_name").typed).toEqual({ first_name: "Suharto", last_name: "", one_name: "on" });
});

test.each([
  ["verified", "verified"],
  ["check-email", "check-email"],
  [null, null],
  ["", null],
  ["Send money to evil.example", null],
  ["__proto__", null],
])("the note %s is %s", (input, note) => expect(noteOf(input)).toBe(note));

test.each([
  ["/login", {}, "/login"],
  ["/es/login", { note: "verified" as const }, "/es/login?note=verified"],
  ["/login", { next: "/checkout?departure=1#pay" }, "/login?next=%2Fcheckout%3Fdeparture%3D1%23pay"],
  ["/login", { next: "https://evil.example" }, "/login"],
  ["/login", { next: "//evil.example", note: "start-over" as const }, "/login?note=start-over"],
  ["/login", { next: null }, "/login"],
])("%s with %o is %s", (path, options, whole) => expect(accountPath(path, options)).toBe(whole));

test.each([
  [
    { reason: "too_many_attempts", retry_after: 61 },
    { formError: "identity.tooMany", values: { minutes: 2 } },
  ],
  [{ reason: "sign_in_failed" }, { formError: "errors.sign_in_failed" }],
  [{ reason: "password_common" }, { fieldErrors: [{ id: "password", message: "errors.password_common" }] }],
])("%o is said as %o", (refusal, reply) => expect(refusalOf(refusal)).toEqual(reply));
