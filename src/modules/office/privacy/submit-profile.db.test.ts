import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FORMS, type FormName, isFormName } from "#src/modules/base/identity/rules/profile-forms.ts";
import { submitProfile } from "#src/modules/office/privacy/submit-profile.server.ts";
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
  const submit = (form: FormName, formValues: Record<string, string>) =>
    submitProfile({ ...ctx, actor }, form, formValues, { cookie, userAgent: "" });
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
      expect(await submit(form, formValues)).toMatchObject({ outcome: "refused", status: 400 });
      expect(await stored()).toEqual(before);
    },
  );
});

test("a last name is emptied only by who says that they have one name", async () => {
  const { submit, stored } = await signedIn();
  const names = async () => {
    const { user, profile } = await stored();
    return [user?.name, profile?.first_name, profile?.last_name];
  };
  const before = await names();
  const refused = await submit("details", { ...GOOD, last_name: "" });
  expect(refused.answer?.fieldErrors).toEqual([{ id: "details-last_name", message: "errors.lastName" }]);
  expect(await names()).toEqual(before);
  expect(await submit("details", { ...GOOD, last_name: "", one_name: "on" })).toMatchObject({ outcome: "done" });
  expect(await names()).toEqual(["Ana", "Ana", ""]);
  expect(await submit("details", GOOD)).toMatchObject({ outcome: "done" });
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
        const { outcome } = await submit(form, formValues);
        expect(["refused", "done"]).toContain(outcome);
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
    answer: { fieldErrors: [{ id: "delete-password", message: "errors.wrong_password" }], formError: null },
  });
  expect(await submit("delete", { password: "x", word: "yes" })).toMatchObject({
    answer: { fieldErrors: [{ id: "delete-word", message: "errors.delete_word" }] },
  });
  expect(await submit("session-end", { id: "1 or 1=1" })).toMatchObject({ outcome: "refused" });
});

test.each(["", "Details", "toString", "__proto__", null])("%j is no form", (name) => {
  expect(isFormName(name)).toBe(false);
});
