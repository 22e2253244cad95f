import { describe, expect, test } from "vitest";
import { deleteView } from "#src/modules/office/booking-admin/delete-view.server.ts";
import { listViews } from "#src/modules/office/booking-admin/queries.server.ts";
import { renameView } from "#src/modules/office/booking-admin/rename-view.server.ts";
import { MOST_VIEWS, saveView } from "#src/modules/office/booking-admin/save-view.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();

async function member(role = "support") {
  const { id } = await addAccount(database.services.db, { role });
  return database.ctx({ actor: { kind: "user", role, userId: id } });
}

async function ownViews(ctx: Awaited<ReturnType<typeof member>>) {
  const views = await listViews(ctx);
  if (!views.ok) throw new Error(views.reason);
  return views.views.filter(({ name }) => name !== null);
}

const audited = async (id: string) =>
  (
    await database.services.db
      .selectFrom("audit_log")
      .select(["action", "changes"])
      .where("subject_type", "=", "saved_view")
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ action, changes }) => [action, changes]);

async function saved(ctx: Awaited<ReturnType<typeof member>>, name: string, query = "people=6") {
  const result = await saveView(ctx, { name, query });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}

test("a view is kept, renamed and taken away by the one whose it is, each with one line in the log", async () => {
  const ctx = await member();
  const id = await saved(ctx, "Groups of 6+", `?people=6&after=${crypto.randomUUID()}.50&open=x`);
  // on a very busy machine a count is an estimate
  await expect
    .poll(() => ownViews(ctx))
    .toEqual([{ id, name: "Groups of 6+", query: "people=6", count: 0, exact: true }]);
  expect(await renameView(ctx, { id, name: "Big groups" })).toMatchObject({ ok: true });
  expect((await ownViews(ctx))[0]!.name).toBe("Big groups");
  expect(await deleteView(ctx, { id })).toMatchObject({ ok: true, name: "Big groups", query: "people=6" });
  expect(await ownViews(ctx)).toEqual([]);
  expect(await audited(id)).toEqual([
    ["view.saved", {}],
    ["view.renamed", {}],
    ["view.deleted", {}],
  ]);
});

test("the words that were searched for aren't kept with it", async () => {
  const ctx = await member();
  const result = await saveView(ctx, { name: "Unpaid", query: "q=ana%40guest.test&payment=unpaid" });
  expect(result).toMatchObject({ ok: true, query: "payment=unpaid" });
});

describe("refused is", () => {
  test("a name that one has already, whatever its capitals", async () => {
    const ctx = await member();
    await saved(ctx, "Mine");
    const other = await saved(ctx, "Other");
    expect(await saveView(ctx, { name: "MINE", query: "" })).toEqual({ ok: false, reason: "name_taken" });
    expect(await renameView(ctx, { id: other, name: "mine" })).toEqual({ ok: false, reason: "name_taken" });
  });

  test("one view too many", async () => {
    const ctx = await member();
    for (let n = 0; n < MOST_VIEWS; n++) await saved(ctx, `View ${n}`);
    expect(await saveView(ctx, { name: "One more", query: "" })).toMatchObject({
      reason: "too_many_views",
      max: MOST_VIEWS,
    });
  });

  test("what belongs to somebody else, as if it weren't there", async () => {
    const id = await saved(await member(), "Private");
    const other = await member();
    expect(await ownViews(other)).toEqual([]);
    expect(await renameView(other, { id, name: "x" })).toEqual({ ok: false, reason: "view_not_found" });
    expect(await deleteView(other, { id })).toEqual({ ok: false, reason: "view_not_found" });
  });

  test("whoever may not read bookings", async () => {
    const guide = await member("guide");
    const refused = { ok: false, reason: "forbidden", missing: "bookings.read" };
    expect(await saveView(guide, { name: "x", query: "" })).toEqual(refused);
    expect(await renameView(guide, { id: crypto.randomUUID(), name: "x" })).toEqual(refused);
    expect(await deleteView(guide, { id: crypto.randomUUID() })).toEqual(refused);
  });
});
