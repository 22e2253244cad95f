import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { z } from "zod";
import type { MessageId } from "#src/locales/i18n.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { missingRight, requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";

const NOW = new Date("2026-11-20T18:00:00Z");

function post(
  fields: Record<string, string>,
  result: Awaited<ReturnType<typeof rename>> = ok({ was: "Eclipse" }),
  words: { forbidden?: MessageId } = {},
) {
  const context = new RouterContextProvider();
  context.set(missingRight, null);
  const ctx: Partial<RequestContext> = { now: NOW, user: () => Promise.resolve(null as never) };
  context.set(requestContext, ctx as RequestContext);
  const request = new Request("http://localhost/admin/bars", { method: "POST", body: new URLSearchParams(fields) });
  return adminAct(
    { context, request },
    {
      refusals: {
        taken: { id: "name", message: "errors.name" },
        changed_meanwhile: "stops-admin.refused.changed_meanwhile",
        failed: "stops-admin.refused.failed",
        ...words,
      },
      acts: {
        save: act({
          input: z.object({ name: z.string().min(1, "errors.name"), version: z.coerce.number().int() }),
          fields: ["name"],
          run: () => Promise.resolve(result),
          done: ({ was }, { name }) => ({ flash: "stops-admin.flash.saved", values: { was, name } }),
          refusal: (refused) => (refused.reason === "of_its_own" ? { flash: "admin.save" } : undefined),
        }),
        remove: act({ input: z.object({}), run: () => Promise.resolve(ok({})), done: "stops-admin.flash.deactivated" }),
      },
    },
  );
}
declare function rename(): Promise<
  { ok: true; was: string } | { ok: false; reason: "taken" | "sold" | "of_its_own" | "forbidden"; missing?: string }
>;

const FORM = { intent: "save", id: "bar-1", name: "La Luna", version: "1" };
const about = { intent: "save", id: "bar-1", at: NOW.getTime() };

test("what was done is said, with what the use case tells", async () => {
  const { data, init } = await post(FORM);
  expect(init?.status).toBe(200);
  expect(data).toEqual({
    ...about,
    done: true,
    flash: "stops-admin.flash.saved",
    values: { was: "Eclipse", name: "La Luna" },
  });
});

test("a page has several acts, of which a form that names none is the one that saves", async () => {
  expect((await post({ intent: "remove", id: "" })).data.flash).toBe("stops-admin.flash.deactivated");
  expect((await post({ name: "La Luna", version: "1" })).data.flash).toBe("stops-admin.flash.saved");
});

test("what is wrong in a field stands there", async () => {
  const { data, init } = await post({ ...FORM, name: "" });
  expect(init?.status).toBe(422);
  expect(data).toEqual({ ...about, fieldErrors: [{ id: "name", message: "errors.name" }] });
});

test.each([
  ["an act that the page hasn't", { ...FORM, intent: "constructor" }],
  ["a hidden field that is wrong", { ...FORM, version: "one" }],
])("a form with %s isn't the page's", async (_, fields) => {
  await expect(post(fields)).rejects.toMatchObject({ init: { status: 400 } });
});

test.each([
  [fail("taken"), { fieldErrors: [{ id: "name", message: "errors.name" }] }],
  [fail("sold"), { flash: "stops-admin.refused.failed", bad: true }],
  [fail("of_its_own"), { flash: "admin.save" }],
])("the refusal %o is answered by %o", async (refusal, reply) => {
  const { data, init } = await post(FORM, refusal);
  expect(init?.status).toBe(409);
  expect(data).toEqual({ ...about, ...reply });
});

test("whoever may not is refused by the name of the permission", async () => {
  const refusal = post(FORM, fail("forbidden", { missing: "bars.change" }));
  await expect(refusal).rejects.toMatchObject({ data: { missing: "bars.change" }, init: { status: 403 } });
});

test("a page that has words for a missing permission says them in its form, with the same status", async () => {
  const { data, init } = await post(FORM, fail("forbidden", { missing: "bars.change" }), {
    forbidden: "booking-admin.refused.forbidden",
  });
  expect(init?.status).toBe(403);
  expect(data).toEqual({ ...about, formError: "booking-admin.refused.forbidden" });
});
