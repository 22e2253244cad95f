import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { localizedPath } from "#src/kernel/localized.ts";
import { ok, fail } from "#src/kernel/result.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { writeReceipts } from "#src/modules/books/invoices/list-receipts.server.ts";
import { receiptsOf, receiptsPdf } from "#src/modules/books/receipts/queries.server.ts";
import { wordReceipt } from "#src/modules/books/receipts/rules/receipt-words.ts";
import { listMoney, paymentsAdmin } from "#src/modules/books/reconciliation/queries.server.ts";
import { MONEY_LIST } from "#src/modules/books/reconciliation/rules/money-list.ts";
import { ledgerSheet } from "#src/modules/books/reconciliation/write-ledger.server.ts";
import { writeMoneyList } from "#src/modules/books/reconciliation/write-money-list.server.ts";
import { writeMoved } from "#src/modules/books/reconciliation/write-moved.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { voidCredit } from "#src/modules/money/credits/void-credit.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import type { Described, LockedPurchase, Purchasable, PurchaseKind } from "#src/modules/money/payments/questions.ts";
import { recordExternalRefunds } from "#src/modules/money/payments/record-external-refunds.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import { settleDispute } from "#src/modules/money/payments/settle-dispute.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { paymentById } from "#src/modules/money/payments/store.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { asksElsewhere } from "#src/modules/office/city-limits/queries.server.ts";
import { erasePerson, findPerson, foreseeErasure } from "#src/modules/office/privacy/erase-person.server.ts";
import { exportData } from "#src/modules/office/privacy/queries.server.ts";
import { anchorIn } from "#src/modules/office/privacy/rules/erasure.ts";
import { waitingItems } from "#src/modules/office/reports/queries.server.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { seedMinimal } from "#tests/seeds.ts";
import { csvText, readCsv } from "#tests/sheets.ts";

/*
 * Something that is no booking is sold, by a kind that only this test has (docs/decisions/209): `revenue` is earned when it is delivered,
 * `credit` is owed from then on. What it does here is all that another kind has to do.
 */

const database = freshDatabase({ ADMIN_EMAILS: "admin@ronda.test" });
const stage = payingStage(database);
const { provider, at, webhook } = stage;
const KIND = "thing" as PurchaseKind;
const EMAIL = "buyer@guest.test";

type Thing = {
  id: string;
  reference: string;
  email: string;
  books: "revenue" | "credit";
  delivered: boolean;
  gone: boolean;
};
const thing = async (on: Db | Tx, id: string, lock = false): Promise<Thing | undefined> =>
  (await sql<Thing>`select * from things where id = ${id} ${lock ? sql`for update` : sql``}`.execute(on)).rows[0];
const PRICE = 50_000;

const lockedThing = async (tx: Tx, id: string): Promise<LockedPurchase> => {
  const row = (await thing(tx, id, true))!;
  return {
    of: { kind: KIND, id, part: null },
    subject: ["thing", id],
    currency: "MXN",
    test: true,
    delivered: row.delivered,
    lapsed: row.gone,
  };
};

const thingForSale: Purchasable = {
  async describe(ctx, { id }): Promise<Described | null> {
    const row = await thing(ctx.db, id);
    return row
      ? {
          of: { kind: KIND, id, part: null },
          reference: row.reference,
          text: `Poster · ${row.reference}`,
          language: "es",
          email: row.email,
          path: `${localizedPath("/things", "es")}?id=${id}`,
          price: { amount_minor: PRICE, currency: "MXN" },
          open: true,
          startsAt: null,
          test: true,
          forgotten: row.email === "",
        }
      : null;
  },
  lock: (_, tx, { id }) => lockedThing(tx, id),
  secure: async (ctx, { of: { id } }, how, meanwhile) =>
    how.for === "late" || how.for === "capture"
      ? ok({ result: undefined })
      : ctx.db.transaction().execute(async (tx) => {
          const locked = await lockedThing(tx, id);
          if (locked.delivered || locked.lapsed) return fail("not_payable");
          const until = new Date(+ctx.now + 31 * 60_000);
          return ok({ result: await meanwhile?.(tx, { locked, until, price: PRICE }) });
        }),
  async deliver(ctx, tx, { of: { id }, delivered, lapsed, test: practice }, { paymentId, paid }) {
    if (delivered) return "duplicate";
    if (lapsed) return "given_up";
    await sql`update things set delivered = true where id = ${id}`.execute(tx);
    const money = { amount: paid, currency: "MXN" as const };
    if ((await thing(tx, id))!.books === "credit")
      await giveCredit(ctx, tx, { of: { kind: KIND, id }, paymentId, money, test: practice });
    else
      await postEntries(tx, ctx.now, { purchaseId: id, paymentId, test: practice }, [
        { key: `thing:${id}:sold`, kind: "sold", ...money },
      ]);
    return "delivered";
  },
  extend: (ctx, _tx, _locked, wait) => Promise.resolve(wait.by === "voucher" ? wait.until : ctx.now),
  giveUp: () => Promise.resolve(),
  lacks: () => Promise.resolve(fail("sold_out", { left: 0 })),
  lines: async (_, tx, { id }) => ({
    siteTag: "cdmx",
    language: "es",
    timeZone: "America/Mexico_City",
    reference: (await thing(tx, id))!.reference,
    title: "Poster",
    titleEs: "Cartel",
    price: PRICE,
    credit: 0,
  }),
  async takeBack(ctx, tx, { id }, money) {
    if ((await thing(tx, id))!.books === "revenue") return money.amount;
    const credit = await voidCredit(ctx, tx, { paymentId: money.paymentId, atMost: money.amount, key: money.key });
    return money.amount - (credit?.voided ?? 0);
  },
  stored: async ({ db }, ids) =>
    (await sql<Thing>`select id, reference, email from things where id = any(${[...ids]}::uuid[])`.execute(db)).rows,
  forget: async (tx, ids) =>
    void (await sql`update things set email = '' where id = any(${[...ids]}::uuid[])`.execute(tx)),
};

let n = 0;
async function sells(books: Thing["books"], email = EMAIL): Promise<string> {
  const id = randomUUID();
  await sql`insert into things (id, reference, email, books) values (${id}, ${`THING-${++n}`}, ${email}, ${books})`.execute(
    database.services.db,
  );
  return id;
}

async function goesToPay(id: string, minutes = 0): Promise<{ paymentId: string; externalId: string }> {
  const wish = { of: { kind: KIND, id, part: null }, provider: "sandbox", method: "card" } as const;
  const started = await startPayment(at(minutes), wish, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  return { paymentId: started.payment_id, externalId: `sandbox_${started.payment_id}` };
}

async function sold(books: Thing["books"], email = EMAIL) {
  const id = await sells(books, email);
  const attempt = await goesToPay(id);
  provider.pays(attempt.externalId);
  await webhook(attempt.externalId, 2);
  return { id, ...attempt };
}

const balances = async (id: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{
    account: string;
    sum: number;
  }>`select account, sum(amount)::int as sum from ledger_entries
    where purchase_id = ${id} group by account having sum(amount) <> 0 order by 1`.execute(database.services.db);
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
};
/** Sends the email of a kind about something, and reads what became of it. */
async function emailAbout(id: string, kind: string) {
  const { db } = database.services;
  const of = async () =>
    (await db.selectFrom("emails").selectAll().where("kind", "=", kind).execute()).find(({ payload }) =>
      JSON.stringify(payload).includes(id),
    );
  await sendEmail(at(60), { id: (await of())!.id });
  return of();
}
/** Sends the refunds of something. */
async function refunds(id: string) {
  for (const refund of await stage.refunds(id)) await submitRefund(at(60), refund.id);
}
const staff = (minutes = 60, over: object = {}) => at(minutes, { role: "admin", kind: "user", userId: null, ...over });

beforeAll(async () => {
  const { db, ask } = database.services;
  await seedMinimal(db);
  await sql
    .raw(`
      alter table purchases drop constraint purchases_kind_check;
      create table things (id uuid primary key references purchases (id), reference text not null, email text not null,
        books text not null, delivered boolean not null default false, gone boolean not null default false);
      create trigger purchase_is_inserted before insert on things for each row execute function insert_purchase('thing');`)
    .execute(db);
  // as its migration would do it
  const { rows } = await sql<{ facts: string; sales: string }>`select pg_get_viewdef('purchase_facts') as facts,
    pg_get_viewdef('purchase_sales') as sales`.execute(db);
  const facts = `${rows[0]!.facts.replace(/;\s*$/, "")}
    union all
    select id, 'thing', reference, null, null, null, email, null, null, null, null, null, null, null, null, null, null, null from things`;
  await sql.raw(`create or replace view purchase_facts as ${facts}`).execute(db);
  await sql
    .raw(`create or replace view purchase_sales as ${rows[0]!.sales.replace(/;\s*$/, "")}
      union all select id, 'MXN', ${PRICE} from things where delivered and books = 'revenue'`)
    .execute(db);
  database.services.ask = {
    ...ask,
    purchasable: (kind) => (kind === KIND ? thingForSale : ask.purchasable(kind)),
  };
});

describe.each(["revenue", "credit"] as const)("something that is booked as %s", (books) => {
  test("is paid for, and delivered once, with a receipt of its own", async () => {
    const { id, paymentId, externalId } = await sold(books);
    await webhook(externalId, 3);
    expect(provider.opened.get(externalId)!.successUrl).toBe(`http://ronda.test/es/things?id=${id}&payment=returned`);
    expect((await stage.payments(id))[0]).toMatchObject({ status: "succeeded", placement: "delivered" });
    expect(await balances(id)).toEqual({ clearing: PRICE, [books]: -PRICE });
    const [receipt, ...more] = await receiptsOf(at(5), id);
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({ amount: PRICE, lines: { crawl: "Poster", date: null, people: null } });
    const { t } = await i18nFor("es");
    const words = wordReceipt(t, "es", receipt!);
    expect(words.items.map(([label]) => label)).toEqual(["Cartel"]);
    expect(words.facts.map(([label]) => label)).not.toContain("Reserva");
    expect(await receiptsPdf(at(5), id, "es")).toMatchObject({ contentType: "application/pdf" });
    // a second attempt goes back
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from receipts where payment_id = ${paymentId}`.execute(database.services.db);
    expect(rows).toEqual([{ n: 1 }]);
    expect(await checkLedger(at(10))).toBe(0);
  });

  test("and paid for again: the second payment goes back, and nobody is told of a booking", async () => {
    const id = await sells(books);
    const [first, second] = [await goesToPay(id), await goesToPay(id, 1)];
    for (const { externalId } of [first, second]) {
      provider.pays(externalId);
      await webhook(externalId, 3);
    }
    expect((await stage.payments(id)).map(({ placement }) => placement)).toEqual(["delivered", "duplicate"]);
    await refunds(id);
    expect(await stage.refunds(id)).toMatchObject([{ reason: "duplicate", taken_back: 0, status: "succeeded" }]);
    expect(await balances(id)).toMatchObject({ [books]: -PRICE });
    expect(await checkLedger(at(10))).toBe(0);
  });

  test("and given up before its money came: that goes back at once", async () => {
    const id = await sells(books);
    const { externalId } = await goesToPay(id);
    await sql`update things set gone = true where id = ${id}`.execute(database.services.db);
    provider.pays(externalId);
    await webhook(externalId, 3);
    expect((await stage.payments(id))[0]).toMatchObject({ placement: "given_up" });
    expect(await stage.refunds(id)).toMatchObject([{ reason: "given_up", amount: PRICE }]);
    expect(await balances(id)).not.toHaveProperty(books);
    expect(await checkLedger(at(10))).toBe(0);
  });

  test("and refunded at the provider in part, then disputed and lost: what it was booked as is undone", async () => {
    const { id, externalId, paymentId } = await sold(books);
    provider.refundsElsewhere(externalId, 20_000);
    await recordExternalRefunds(at(5), paymentId);
    expect(await stage.refunds(id)).toMatchObject([
      { source: "external", amount: 20_000, taken_back: books === "revenue" ? 20_000 : 0 },
    ]);
    expect(await balances(id)).toEqual({ clearing: 30_000, [books]: -30_000 });
    expect(await checkLedger(at(10))).toBe(0);

    const money = { amount: 30_000, currency: "MXN" as const };
    const payment = (await paymentById(database.services.db, paymentId))!;
    const dispute = `dp_${books}`;
    provider.disputes.set(dispute, { state: "open", money, reason: "fraudulent" });
    await settleDispute(at(20), payment, dispute);
    const [item] = (await waitingItems(staff())).of.payments!.filter((one) => one.id === paymentId);
    expect(item).toMatchObject({ booking_id: null, amount: PRICE });
    const admin = await paymentsAdmin(staff());
    expect(admin.ok && admin.admin.disputes.map(({ id: of }) => of)).toContain(paymentId);
    provider.disputes.set(dispute, { state: "lost", money, reason: "fraudulent" });
    await settleDispute(at(30), payment, dispute);
    expect(await balances(id)).toEqual({});
    if (books === "credit") expect((await creditsOf(database.services, id))[0]).toMatchObject({ left: 0 });
    expect(await checkLedger(at(40))).toBe(0);
  });

  test("and refunded in part by staff", async () => {
    const { id, paymentId } = await sold(books);
    const wish = { payment_id: paymentId, amount: 10_000, reason: "goodwill" };
    expect(await refundPart(staff(), wish, "once")).toEqual({ ok: true });
    expect(await refundPart(staff(), wish, "once")).toEqual({ ok: true });
    await refunds(id);
    expect(await balances(id)).toEqual({ clearing: 40_000, [books]: -40_000 });
    expect(await checkLedger(at(10))).toBe(0);
  });
});

test("a payment of a wrong amount is told to staff in the words of what it is for", async () => {
  const id = await sells("revenue");
  const { externalId } = await goesToPay(id);
  provider.pays(externalId, { amount: 100 });
  await webhook(externalId, 3);
  expect(await emailAbout(id, "staff_purchase_review")).toMatchObject({ booking_id: null, status: "sent" });
});

test("books that differ from it are told to staff", async () => {
  const { id } = await sold("revenue");
  await sql`update things set delivered = false where id = ${id}`.execute(database.services.db);
  expect(await checkLedger(at(10))).toBe(1);
  expect(await emailAbout(id, "staff_purchase_books")).toMatchObject({ booking_id: null, status: "sent" });
  await sql`update things set delivered = true where id = ${id}`.execute(database.services.db);
  expect(await checkLedger(at(20))).toBe(0);
});

test("its money is in the lists and the month's files, and leads to no booking", async () => {
  const { id, paymentId } = await sold("revenue");
  const { reference } = (await thing(database.services.db, id))!;
  const listed = await listMoney(staff(), MONEY_LIST.read(new URLSearchParams()));
  const entry = listed.ok ? listed.list.entries.find((one) => one.id === paymentId) : undefined;
  expect(entry).toMatchObject({ reference, bookingId: null, guest: "", test: true });
  const sheetOf = async (written: Awaited<ReturnType<typeof writeMoneyList | typeof writeMoved>>) =>
    written.ok ? csvText(written.sheet) : "";
  expect(await sheetOf(await writeMoneyList(staff(), MONEY_LIST.read(new URLSearchParams())))).toContain(reference);
  expect(await sheetOf(await writeMoved(staff(), "2026-11"))).toContain(reference);
  expect(await csvText(await ledgerSheet(staff(), "2026-11"))).toContain(reference);
  const receipts = await writeReceipts(staff(), { period: "2026-11", of: "global", practice: true } as never);
  expect(
    receipts.ok &&
      readCsv(await csvText(receipts.sheet))
        .flat()
        .join(" "),
  ).toContain(reference);
});

test("staff of one city don't act on what is of no city", async () => {
  const { id, paymentId } = await sold("credit");
  const { db } = database.services;
  const [credit] = await db.selectFrom("credits").select("id").where("purchase_id", "=", id).execute();
  const actor = { ...staff().actor, cities: ["mexico-city"] };
  for (const of of [id, paymentId, credit!.id])
    expect([of, await asksElsewhere({ db, actor }, `/admin/payments?id=${of}`)]).toEqual([of, true]);
  expect(await asksElsewhere({ db, actor: { ...actor, cities: null } }, `/admin/payments?id=${id}`)).toBe(false);
});

test("the audit log has its credit under itself", async () => {
  const { id } = await sold("credit");
  const { rows } = await sql<{ subject_type: string }>`select distinct subject_type from audit_log
    where subject_id = ${id} and action like 'credit.%'`.execute(database.services.db);
  expect(rows).toEqual([{ subject_type: "thing" }]);
});

test("whoever bought it finds it among their data, and it is forgotten with them", async () => {
  const { db } = database.services;
  const { id } = await sold("revenue", "leaves@guest.test");
  const userId = randomUUID();
  await sql`insert into "user" (id, name, email, email_verified, created_at, updated_at)
    values (${userId}, 'Ana', 'leaves@guest.test', true, now(), now())`.execute(db);
  const own = at(5, { kind: "user", userId, email: "leaves@guest.test", emailVerified: true });
  const data = await exportData(own);
  expect(data).toMatchObject({ purchases: { thing: [{ id }] }, payments: [{ booking_id: id }], receipts: [{}] });
  const found = await findPerson(staff(), "leaves@guest.test");
  const anchor = anchorIn(found.ok ? found.of : null)!;
  const foreseen = await foreseeErasure(staff(), anchor);
  if (!foreseen.ok) throw new Error(foreseen.reason);
  expect(foreseen.erasure.kept).toMatchObject({ payments: 1, receipts: 1 });
  expect(await erasePerson(staff(), { of: anchor, seen: foreseen.erasure.seen })).toMatchObject({ ok: true });
  expect(await thing(db, id)).toMatchObject({ email: "" });
});
