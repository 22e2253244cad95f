import { expect, test } from "vitest";
import { z } from "zod";
import { fail, ok } from "#src/kernel/result.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const about = { intent: "", id: "", at: NOW.getTime() };

function post(email: string, result: Awaited<ReturnType<typeof write>>) {
  const form = new FormData();
  form.set("email", email);
  const ctx: Partial<RequestContext> = { now: NOW, locale: "es" };
  return guestAct<{ formValues: { email: string }; language: string }>(
    ctx as RequestContext,
    form,
    act({
      input: (sent, { locale }) =>
        z
          .object({ email: z.email("errors.email"), locale: z.string() })
          .safeParse({ email: sent.get("email"), locale }),
      fields: ["email"],
      typed: () => ({ formValues: { email } }),
      run: () => Promise.resolve(result),
      done: (_, { locale }) => ({ language: locale }),
      refusal: ({ reason }) => (reason === "places_free" ? { formError: "waiting.error.places_free" } : undefined),
    }),
    { statusOf: (reason) => (reason === "booking_not_found" ? 404 : 409) },
  );
}
declare function write(): Promise<
  | { ok: true }
  | { ok: false; reason: "booking_not_found" | "places_free" }
  | { ok: false; reason: "too_many_attempts"; retry_after: number }
>;

test("what was done is answered, and nothing keeps the answer", async () => {
  const { data, init } = await post("ana@example.test", ok({}));
  expect(data).toEqual({ ...about, done: true, language: "es" });
  expect(init).toEqual({ status: 200, headers: { "cache-control": "no-store" } });
});

test("what is wrong in a field stands there, with what was typed", async () => {
  const { data, init } = await post("ana", ok({}));
  expect(data).toEqual({
    ...about,
    formValues: { email: "ana" },
    fieldErrors: [{ id: "email", message: "errors.email" }],
  });
  expect(init?.status).toBe(422);
});

test.each([
  [fail("booking_not_found"), 404, { formError: "errors.booking_not_found", values: {} }],
  [fail("places_free"), 409, { formError: "waiting.error.places_free" }],
] as const)("the refusal %o is %i, said above the form", async (refusal, status, reply) => {
  const { data, init } = await post("ana@example.test", refusal);
  expect(data).toEqual({ ...about, formValues: { email: "ana@example.test" }, ...reply });
  expect(init?.status).toBe(status);
});

test("a limit says when to try again", async () => {
  const { data, init } = await post("ana@example.test", fail("too_many_attempts", { retry_after: 90 }));
  expect(data).toMatchObject({ formError: "errors.too_many_attempts", values: { minutes: 2 } });
  expect(init).toEqual({ status: 429, headers: { "cache-control": "no-store", "retry-after": "90" } });
});
