import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";
import { payingStage } from "#tests/paying.ts";

/*
 * The view of all purchases has a branch for each kind, so that lists reach every kind's table by its indexes (docs/decisions/212). Whole
 * tables cost so much here that one is read only where no index can be used.
 */
const database = freshDatabase();
const stage = payingStage(database);

beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  await sql`insert into gift_cards (order_key, reference, currency, amount, site_tag, language, buyer_name, buyer_email, receiver_name,
    receiver_email, send_at, test, created_at) values (gen_random_uuid(), 'GFT-222222', 'MXN', 100, 'cdmx', 'es', '', '', '', '',
    now(), true, now())`.execute(database.services.db);
  await stage.goesToPay(await stage.books(await addDeparture(database.services.db, crawlId)));
});

const planOf = (text: string): Promise<string> =>
  database.services.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain (costs off) ${sql.raw(text)}`.execute(tx);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });

test("a page of the list of money finds what each payment is for by its id", async () => {
  const plan = await planOf(`select p.id, b.reference from payments p join purchase_facts b on b.id = p.purchase_id
    order by p.created_at desc limit 50`);
  expect(plan).toContain("Nested Loop");
  for (const index of ["bookings_pkey", "gift_cards_pkey", "group_deposits_pkey"]) expect(plan).toContain(index);
  expect(plan).not.toContain("Seq Scan on payments");
  expect(plan).not.toMatch(/Seq Scan on (bookings|gift_cards|group_deposits|purchases)/);
});

test("a search finds bookings, gift cards and deposits by their words", async () => {
  const plan = await planOf("select b.id from purchase_facts b where b.found_by like '%sofia%'");
  for (const index of ["bookings_by_found", "gift_cards_by_found", "group_deposits_by_found"])
    expect(plan).toContain(index);
});

test("every kind has its branch, so that its money is in the lists", async () => {
  const { rows } = await sql<{ kinds: string; view: string }>`select pg_get_constraintdef(oid) as kinds,
    pg_get_viewdef('purchase_facts') as view from pg_constraint where conname = 'purchases_kind_check'`.execute(
    database.services.db,
  );
  const kinds = [...rows[0]!.kinds.matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  // payments of a change name its booking
  expect(kinds.filter((kind) => !rows[0]!.view.includes(`'${kind}'`))).toEqual(["change"]);
});

test("a join over a view that puts kinds together by coalesce uses none of them", async () => {
  const plan =
    await planOf(`select coalesce(b.reference, g.reference) from purchases u left join bookings b on b.id = u.id
    left join gift_cards g on g.id = u.id where coalesce(b.found_by, g.found_by) like '%sofia%'`);
  expect(plan).not.toContain("_by_found");
});
