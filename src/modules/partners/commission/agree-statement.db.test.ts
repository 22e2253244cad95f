import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { agreeForPartner } from "#src/modules/partners/commission/agree-statement.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { statementOf } from "#src/modules/partners/commission/queries.server.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { offerBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { deskOf } from "#src/modules/partners/desk/queries.server.ts";
import { sellAtDesk } from "#src/modules/partners/desk/sell-at-desk.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addPartner } from "#tests/partner-acts.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";

// A partner who kept cash in three months, whose statements all wait to be agreed to: each sale's cash is on one of them.

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
const AFTER = 600 * 24 * 60;
const staff = (minutes = AFTER) => stage.at(minutes, { kind: "user", role: "admin", secondFactor: true });

/** People that the desk sold to for the 15th of each month, at 400 pesos. */
const SOLD = { "2027-01": 2, "2027-02": 1, "2027-03": 3 };
const MONTHS = Object.keys(SOLD);
const CASH = [80_000, 40_000, 120_000];

beforeAll(() => seedMinimal(db()));

async function partnerWithCash(): Promise<string> {
  const partner = await addPartner(db(), NOON, { code: `p-${randomUUID().slice(0, 8)}`, basis: "confirmed" });
  await db().updateTable("partners").set({ desk_credit_limit: 1_000_000 }).where("id", "=", partner).execute();
  const offered = await offerBinding(staff(0), { partner_id: partner, name: "Reception" });
  if (!offered.ok) throw new Error(offered.reason);
  const bound = await bindDevice(stage.at(0), offered.token, { name: "Reception", pin: "274913" });
  if (!bound.ok) throw new Error(bound.reason);
  const desk = (await deskOf(stage.at(0), bound.secret))!;
  for (const [month, people] of Object.entries(SOLD)) {
    const crawl = await addCrawl(db(), {});
    const departure_id = await addDeparture(db(), crawl, { date: `${month}-15`, prices: { MXN: 40_000 } });
    const wish = { intent: "sell", key: randomUUID(), departure_id, people, way: "cash" } as const;
    const who = { name: "Lena Brandt", email: "", phone: "+49 151 2345678", language: "en" } as const;
    const sold = await sellAtDesk(stage.at(0), desk, { ...wish, ...who, expected: people * 40_000 });
    if (!sold.ok) throw new Error(sold.reason);
  }
  return partner;
}

async function statement(partnerId: string, month: string) {
  const read = await statementOf(staff(), { partnerId, month });
  if (!read.ok) throw new Error(read.reason);
  return read.statement;
}
const cashOf = (partner: string) => Promise.all(MONTHS.map(async (month) => (await statement(partner, month)).cash));

describe("cash of several months", () => {
  test.each([
    ["in their order", [0, 1, 2]],
    ["the last one first", [2, 1, 0]],
    ["the middle one first", [1, 0, 2]],
  ])("is on one statement each, agreed to %s", async (_, order) => {
    await db().deleteFrom("closed_months").execute();
    const partner = await partnerWithCash();
    for (const month of MONTHS) {
      expect(await closeMonth(staff(), { month })).toMatchObject({ ok: true });
      // those of later months count what no earlier one takes
      const closed = MONTHS.indexOf(month) + 1;
      expect((await cashOf(partner)).slice(0, closed)).toEqual(CASH.slice(0, closed));
    }
    for (const n of order) {
      const { id, commission, cash } = await statement(partner, MONTHS[n]!);
      expect(cash).toBe(CASH[n]);
      expect(await agreeForPartner(staff(), { statement_id: id!, commission, cash })).toMatchObject({ ok: true });
      expect(await cashOf(partner)).toEqual(CASH);
    }
    const sales = db().selectFrom("partner_cash").select(["amount", "statement_id"]).where("partner_id", "=", partner);
    expect(new Set((await sales.execute()).map(({ statement_id: id }) => id)).size).toBe(3);
    expect(await checkLedger(staff())).toBe(0);
  });
});
