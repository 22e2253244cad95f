import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { FORMS, type FormName } from "#src/modules/base/identity/rules/profile-forms.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { action } from "#src/routes/account/profile.tsx";
import { requestAt } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";

const database = freshDatabase();
const forms = Object.keys(FORMS) as FormName[];

let person: ReturnType<typeof begin> | undefined;
/** One person for all tests: hashing a password is slow. */
const signedIn = () => (person ??= begin());

async function begin() {
  const { db, secret, settings } = database.services;
  const { id } = await addAccount(db, { first_name: "Ana", last_name: "Ríos" });
  const { cookie } = await beginSession(db, id, { secret, baseUrl: settings.BASE_URL });
  const ctx = requestAt(database.services);
  const actor = { ...ctx.actor, kind: "user" as const, userId: id };
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(actor) });
  /** The answer's status, its body, and where it leads. */
  const submit = async (intent: string, formValues: Record<string, string>) => {
    const body = new URLSearchParams([["intent", intent], ...Object.entries(formValues)]);
    const request = new Request("http://localhost/profile", { method: "POST", body, headers: { cookie } });
    const args = { context, request } as unknown as Parameters<typeof action>[0];
    const answer: unknown = await action(args).catch((thrown: unknown) => thrown);
    if (answer instanceof Response) return { status: answer.status, location: answer.headers.get("location") };
    const { data, init } = answer as { data: unknown; init: { status: number } };
    return { status: init.status, answer: data };
  };
  const stored = async () => ({
    user: await db.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirst(),
    profile: await db.selectFrom("profiles").selectAll().where("id", "=", id).executeTakeFirst(),
    sessions: await db.selectFrom("session").select("id").where("user_id", "=", id).execute(),
  });
  return { submit, stored };
}

const GOOD: Record<string, string> = {
  first_name: "Ana",
  last_name: "Ríos",
  phone: "",
  country: "",
  language: "en",
};

describe.each(forms)("the form %s", (form) => {
  test.each(["role", "user_id", "email_verified", "price", "status", "__proto__", "constructor", "created_at"])(
    "refuses %s, and nothing changes",
    async (key) => {
      const { submit, stored } = await signedIn();
      const before = await stored();
      const formValues = Object.fromEntries([...Object.entries(form === "details" ? GOOD : {}), [key, "admin"]]);
      expect(await submit(form, formValues)).toMatchObject({ status: 400, answer: null });
      expect(await stored()).toEqual(before);
    },
  );
});

const SAVED = { status: 302, location: "/profile?done=details#details" };

test("a last name is emptied only by who says that they have one name", async () => {
  const { submit, stored } = await signedIn();
  const names = async () => {
    const { user, profile } = await stored();
    return [user?.name, profile?.first_name, profile?.last_name];
  };
  const before = await names();
  const refused = await submit("details", { ...GOOD, last_name: "" });
  expect(refused).toMatchObject({
    status: 422,
    answer: { fieldErrors: [{ id: "details-last_name", message: "errors.lastName" }] },
  });
  expect(await names()).toEqual(before);
  expect(await submit("details", { ...GOOD, last_name: "", one_name: "on" })).toMatchObject(SAVED);
  expect(await names()).toEqual(["Ana", "Ana", ""]);
  expect(await submit("details", GOOD)).toMatchObject(SAVED);
  expect(await names()).toEqual(["Ana Ríos", "Ana", "Ríos"]);
});

test("whatever stands in a form's fields, it is taken or refused", async () => {
  const { submit } = await signedIn();
  const quick = forms.filter((form) => !["sessions-end", "session-end"].includes(form));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...quick),
      fc.array(fc.string({ unit: "binary", maxLength: 600 }), { minLength: 6, maxLength: 6 }),
      async (form, texts) => {
        // a password long enough to pass the schema would cost each run a hash
        const formValues = Object.fromEntries(
          FORMS[form].map((field, n) => [field, field.includes("password") ? "" : texts[n]!]),
        );
        const { status } = await submit(form, formValues);
        expect([302, 400, 422]).toContain(status);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

test("errors stand beside the fields that they are about, and a refusal too", async () => {
  const { submit } = await signedIn();
  expect(await submit("details", { ...GOOD, first_name: " ", phone: "call me" })).toMatchObject({
    status: 422,
    answer: {
      fieldErrors: [
        { id: "details-first_name", message: "errors.firstName" },
        { id: "details-phone", message: "errors.phone" },
      ],
    },
  });
  expect(await submit("delete", { password: "not the password", word: "delete" })).toMatchObject({
    answer: { fieldErrors: [{ id: "delete-password", message: "errors.wrong_password" }] },
  });
  expect(await submit("delete", { password: "x", word: "yes" })).toMatchObject({
    answer: { fieldErrors: [{ id: "delete-word", message: "errors.delete_word" }] },
  });
  expect(await submit("session-end", { id: "1 or 1=1" })).toMatchObject({ status: 422 });
});

test.each(["", "Details", "toString", "__proto__"])("%j is no form", async (name) => {
  const { submit } = await signedIn();
  expect(await submit(name, {})).toEqual({ status: 400, answer: null });
});

test("the answer says which form it is of, and shows again what was typed but for secrets", async () => {
  const { submit } = await signedIn();
  expect(await submit("email", { new_email: "ana", password: "tequila" })).toEqual({
    status: 422,
    answer: {
      intent: "email",
      id: "",
      at: expect.any(Number),
      formValues: { new_email: "ana" },
      fieldErrors: [{ id: "email-new_email", message: "errors.email" }],
    },
  });
  expect(await submit("factor-confirm", { code: "1", uri: "otpauth://totp/x?secret=ABC", codes: "a b" })).toMatchObject(
    {
      status: 422,
      answer: { setup: { uri: "otpauth://totp/x?secret=ABC", codes: ["a", "b"] } },
    },
  );
});
