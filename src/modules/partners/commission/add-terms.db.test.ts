import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addTerms } from "#src/modules/partners/commission/add-terms.server.ts";
import { openTerms } from "#src/modules/partners/commission/queries.server.ts";
import type { TermsFormValues } from "#src/modules/partners/commission/rules/terms.ts";
import { AddTerms } from "#src/modules/partners/commission/schema.ts";
import { NEW_PARTNER } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { addPartner } from "#src/modules/sales/affiliates/save-partner.server.ts";
import { SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import type { DomainEvent } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
let crawlId: string;
beforeAll(async () => void ({ crawlId } = await seedMinimal(database.services.db)));

const as = (role: string) => database.ctx({ actor: { kind: "user", role } });

async function added() {
  const id = randomUUID();
  const partner = SavePartner.parse({ ...NEW_PARTNER, name: "Hostel Jacaranda", code: `jaca-${id.slice(0, 8)}` });
  expect(await addPartner(as("admin"), { id, partner })).toEqual({ ok: true, id });
  return id;
}
const opened = async (id: string) => {
  const read = await openTerms(as("admin"), id);
  if (!read.ok) throw new Error(read.reason);
  return read;
};
const auditedOf = (id: string) =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();

const terms = (over: Partial<TermsFormValues> = {}) =>
  AddTerms.parse({
    kind: "percentage",
    value: "12.5",
    basis: "came",
    valid_from: "2026-11-15",
    tiers: [{ from_people: "100", value: "15" }],
    exceptions: [{ crawl_id: crawlId, kind: "fixed", value: "50" }],
    ...over,
  });

test.each(["support", "guide", "customer"])("%s may nothing", async (role) => {
  const id = await added();
  const forbidden = { ok: false, reason: "forbidden" };
  expect(await openTerms(as(role), id)).toMatchObject(forbidden);
  expect(await addTerms(as(role), { partnerId: id, seen: 0, terms: terms() })).toMatchObject(forbidden);
});

test("terms are added as versions, once for a form that is sent twice, and told to who listens", async () => {
  const id = await added();
  const messages: DomainEvent[] = [];
  const ctx = {
    ...as("marketing"),
    publish: (_: unknown, __: unknown, event: DomainEvent) => Promise.resolve(void messages.push(event)),
  };
  const input = { partnerId: id, seen: 0, terms: terms() };
  const both = await Promise.all([addTerms(ctx, input), addTerms(ctx, input)]);
  expect(both).toEqual([
    { ok: true, version: 1 },
    { ok: true, version: 1 },
  ]);
  expect(messages).toEqual([{ name: "terms.changed", payload: { partnerId: id, from: "2026-11-15" } }]);
  const next = terms({ value: "10", valid_from: "2026-12-01" });
  expect(await addTerms(ctx, { partnerId: id, seen: 0, terms: next })).toEqual({
    ok: false,
    reason: "changed_meanwhile",
    version: 1,
  });
  expect(await addTerms(ctx, { partnerId: id, seen: 1, terms: next })).toEqual({ ok: true, version: 2 });
  expect((await opened(id)).terms.map(({ version, value, valid_from }) => [version, value, valid_from])).toEqual([
    [2, 1000, "2026-12-01"],
    [1, 1250, "2026-11-15"],
  ]);
  const [, first, second] = await auditedOf(id);
  expect(first).toMatchObject({
    action: "partner.terms_added",
    changes: { commission: { old: null, new: "12.5%" }, exceptions: { new: ["Ronda Test: MXN 50 pp"] } },
  });
  expect(Object.keys(second!.changes as object).toSorted()).toEqual(["commission", "valid_from"]);
});

test("terms name crawls that exist", async () => {
  const exceptions = [{ crawl_id: randomUUID(), kind: "fixed", value: "50" }];
  const input = { partnerId: await added(), seen: 0, terms: terms({ exceptions }) };
  expect(await addTerms(as("admin"), input)).toEqual({ ok: false, reason: "crawl_not_found" });
});
