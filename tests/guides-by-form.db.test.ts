import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { REFUSED_IN_URL, refusalNamed } from "#src/modules/evening/guides/rules/answer.ts";
import { missingRight, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { action } from "#src/routes/admin/evening/night-guides.ts";
import { freshDatabase } from "#tests/database.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();

test("a form without scripts leads back to its page, which says why it was refused", async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  const id = await addDeparture(db, crawlId, { date: "2026-11-27" });
  const { id: nobody } = await addAccount(db, { role: "customer" });
  const ctx = database.ctx({ actor: { kind: "user", role: "admin", secondFactor: true } });
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(ctx.actor) } as unknown as RequestContext);
  context.set(missingRight, null);
  const post = async (fields: Record<string, string>, page: string) => {
    const headers = { "sec-fetch-dest": "document", referer: `http://ronda.test${page}?view=x` };
    const body = new URLSearchParams({ part: "guide", note: "", ...fields });
    const request = new Request(`http://ronda.test/admin/nights/${id}/guides`, { method: "POST", headers, body });
    const answer: unknown = await action({ context, request, params: { id } } as never).catch((led: unknown) => led);
    const { pathname, searchParams } = new URL((answer as Response).headers.get("location")!, "http://ronda.test");
    return [pathname, refusalNamed(searchParams.get(REFUSED_IN_URL))];
  };
  const [night, edit] = [`/admin/nights/${id}`, `/admin/schedule/edit/${id}`];
  expect(await post({ intent: "assign", user_id: "" }, night)).toEqual([night, "guides-admin.error.who"]);
  expect(await post({ intent: "assign", user_id: nobody }, edit)).toEqual([edit, "guides-admin.refused.not_a_guide"]);
  const gone = { intent: "withdraw", shift_id: randomUUID() };
  expect(await post(gone, "/admin/elsewhere")).toEqual([edit, "guides-admin.refused.shift_not_found"]);
  const { id: guide } = await addAccount(db, { role: "guide" });
  expect(await post({ intent: "assign", user_id: guide, agreed: "on" }, night)).toEqual([night, null]);
});

test.each([
  ["guides-admin.refused.guide_busy", "guides-admin.refused.busyThen"],
  ["Pay 100 to this account", null],
  [null, null],
])("an address that names %s shows %s", (name, expected) => expect(refusalNamed(name)).toBe(expected));
