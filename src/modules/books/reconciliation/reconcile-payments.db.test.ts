import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { acknowledgeRun } from "#src/modules/books/reconciliation/acknowledge-run.server.ts";
import { paymentsAdmin, shownRuns } from "#src/modules/books/reconciliation/queries.server.ts";
import { reconcilePayments } from "#src/modules/books/reconciliation/reconcile-payments.server.ts";
import type { Movement } from "#src/platform/payment-provider.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { type ScriptedProvider, scriptedProvider } from "#tests/scripted-provider.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase({ ADMIN_EMAILS: "ops@ronda.test" });
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
const DAY = 24 * 60;
/** 10:30 UTC on the morning after the day these tests take place. */
const NIGHT = 990;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
beforeEach(async () => {
  const { db } = database.services;
  provider.wakes();
  provider.movements = [];
  for (const table of ["emails", "reconciliation_differences", "reconciliation_runs"] as const)
    await db.deleteFrom(table).execute();
  // move what earlier tests sold far into the past
  const past = later(-60 * DAY);
  await db.updateTable("payments").set({ settled_at: past }).where("settled_at", "is not", null).execute();
  await db.updateTable("refunds").set({ succeeded_at: past }).where("succeeded_at", "is not", null).execute();
});

async function paid(minutes = 1) {
  const booking = await books(await addDeparture(database.services.db, crawlId));
  const attempt = await goesToPay(booking);
  provider.pays(attempt.externalId);
  await webhook(attempt.externalId, minutes);
  return { booking, ...attempt, charge: chargeOf(attempt) };
}
const chargeOf = ({ paymentId, externalId }: { paymentId: string; externalId: string }): Movement => ({
  kind: "charge",
  externalId: `ch_${externalId}`,
  chargeId: `ch_${externalId}`,
  paymentId,
  money: { amount: 80_000, currency: "MXN" },
  at: later(1),
});
async function refunded(minutes = 2) {
  const sold = await paid();
  const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
  const input = { booking_id: sold.booking, token: null, expected_refund };
  expect(await cancelBooking(at(minutes, { role: "admin", kind: "user" }), input)).toMatchObject({ ok: true });
  const [refund] = await stage.refunds(sold.booking);
  await submitRefund(at(minutes), refund!.id);
  const externalId = `re_${refund!.id}:0`;
  return { ...sold, refund: { ...sold.charge, kind: "refund" as const, externalId }, refundId: refund!.id };
}

const reconcile = (minutes = NIGHT, over: Record<string, ScriptedProvider> = {}) => {
  const ctx = at(minutes, { kind: "system" });
  return reconcilePayments({ ...ctx, providers: { ...ctx.providers, ...over } });
};
const runs = () => shownRuns(database.services);
const emails = () =>
  database.services.db.selectFrom("emails").selectAll().where("kind", "=", "staff_money_differs").execute();

test("what the provider kept of a charge is noted as its list says it, told again or in another currency", async () => {
  const sold = await paid();
  const other = await paid();
  const fees = async (id: string) => {
    const row = await database.services.db
      .selectFrom("payments")
      .select(["fee_amount", "fee_currency"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return [row.fee_amount, row.fee_currency];
  };
  provider.movements = [{ ...sold.charge, fee: { amount: 3_180, currency: "MXN" } }, other.charge];
  await reconcile();
  expect([await fees(sold.paymentId), await fees(other.paymentId)]).toEqual([
    [3_180, "MXN"],
    [null, null],
  ]);
  provider.movements = [{ ...sold.charge, fee: { amount: 172, currency: "USD" } }];
  await database.services.db.deleteFrom("reconciliation_runs").execute();
  await reconcile();
  expect(await fees(sold.paymentId)).toEqual([172, "USD"]);
});

test("with which payout a payment went to the bank is noted once, also where the days can't be compared", async () => {
  const [sold, other] = [await paid(), await paid()];
  const payoutOf = async (id: string) => {
    const { rows } = await database.services.pool.query<{ payout: string | null }>(
      "select payout_id || ' ' || payout_on as payout from payments where id = $1",
      [id],
    );
    return rows[0]!.payout;
  };
  provider.movements = [sold.charge, other.charge];
  provider.payouts = [{ id: "po_1", arrives: "2026-11-23", charges: [`ch_${sold.externalId}`, "ch_of_nothing"] }];
  const { listMovements } = provider;
  provider.listMovements = () => Promise.reject(new Error("no list"));
  await expect(reconcile()).rejects.toThrow("no list");
  expect([await payoutOf(sold.paymentId), await payoutOf(other.paymentId)]).toEqual(["po_1 2026-11-23", null]);
  provider.listMovements = listMovements;
  const { chargesOfPayout } = provider;
  const requests: string[] = [];
  provider.chargesOfPayout = (id) => {
    requests.push(id);
    return chargesOfPayout!(id);
  };
  provider.payouts.push({ id: "po_2", arrives: "2026-11-24", charges: [`ch_${other.externalId}`] });
  await reconcile();
  expect([requests, await payoutOf(other.paymentId)]).toEqual([["po_2"], "po_2 2026-11-24"]);
  // a company that doesn't answer is asked again the next night, and the day is compared all the same
  await database.services.db.deleteFrom("reconciliation_runs").execute();
  provider.payouts.push({ id: "po_3", arrives: "2026-11-25", charges: [] });
  provider.chargesOfPayout = () => Promise.reject(new Error("no payout"));
  await expect(reconcile()).rejects.toThrow("sandbox, payouts: no payout");
  expect(await runs()).toMatchObject([{ day: "2026-11-20", differences: [] }]);
  provider.chargesOfPayout = chargesOfPayout!;
  provider.payouts = [];
});

describe("a night after which", () => {
  test("everything agrees leaves a record that says so, and no mail", async () => {
    const sold = await refunded();
    provider.movements = [sold.charge, sold.refund];
    await reconcile();
    expect(await runs()).toMatchObject([
      { provider: "sandbox", day: "2026-11-20", movements: 2, differences: [], lookedAt: null },
    ]);
    expect(await emails()).toEqual([]);
  });

  test("nothing happened leaves the same", async () => {
    await reconcile();
    expect(await runs()).toMatchObject([{ movements: 0, differences: [] }]);
  });

  test("a payment was made that we never heard of settles it", async () => {
    const booking = await books(await addDeparture(database.services.db, crawlId));
    const attempt = await goesToPay(booking);
    provider.pays(attempt.externalId);
    provider.movements = [chargeOf(attempt)];
    await reconcile();
    expect(await stage.payments(booking)).toMatchObject([{ status: "succeeded" }]);
    expect((await runs())[0]!.differences).toMatchObject([{ kind: "payment_open", mended: true }]);
    expect(await emails()).toEqual([]);
  });

  test("the list is late with a charge and a refund asks the provider itself, which knows them", async () => {
    await refunded();
    await reconcile();
    expect(await runs()).toMatchObject([{ movements: 0, differences: [] }]);
  });

  test("a payment waits for a person finds nothing new in it", async () => {
    const booking = await books(await addDeparture(database.services.db, crawlId));
    const attempt = await goesToPay(booking);
    provider.pays(attempt.externalId, { amount: 79_999 });
    await webhook(attempt.externalId, 1);
    provider.movements = [{ ...chargeOf(attempt), money: { amount: 79_999, currency: "MXN" } }];
    await reconcile();
    expect((await runs())[0]!.differences).toEqual([]);
  });
});

describe("staff are told once of", () => {
  const cases: [string, string, () => Promise<Movement[]>][] = [
    [
      "money for nothing of ours",
      "charge_unknown",
      async () => [{ ...chargeOf({ paymentId: "x", externalId: "x" }), paymentId: null }],
    ],
    [
      "a payment that its provider does not have",
      "charge_missing",
      async () => {
        const { externalId } = await paid();
        provider.says(externalId, { status: "open" });
        return [];
      },
    ],
    [
      "a charge of another amount",
      "charge_differs",
      async () => [{ ...(await paid()).charge, money: { amount: 80_100, currency: "MXN" } }],
    ],
    [
      "a charge in another currency",
      "charge_differs",
      async () => [{ ...(await paid()).charge, money: { amount: 80_000, currency: "USD" } }],
    ],
    [
      "a refund of another amount",
      "refund_differs",
      async () => {
        const { charge, refund } = await refunded();
        return [charge, { ...refund, money: { amount: 1, currency: "MXN" } }];
      },
    ],
    [
      "a refund that its provider does not have",
      "refund_missing",
      async () => {
        const { charge, refundId } = await refunded();
        provider.refunds.delete(`${refundId}:0`);
        return [charge];
      },
    ],
  ];
  test.each(cases)("%s", async (_, kind, happens) => {
    provider.movements = await happens();
    await reconcile();
    await reconcile(NIGHT + 1);
    const [run] = await runs();
    expect(run!.differences).toMatchObject([{ kind, mended: false }]);
    const messages = await emails();
    expect(messages).toHaveLength(1);
    await sendEmail(at(NIGHT), messages[0]!);
    const [email] = await emails();
    expect(email!.subject).toBe("sandbox, Friday, November 20, 2026: one difference");
    expect(email!.text).not.toMatch(/(mail|money)\.[a-z]/);
    expect(email!.text).toContain("http://ronda.test/admin/payments");
  });
});

describe("what a provider refuses to tell", () => {
  const NEVER: Movement = { ...chargeOf({ paymentId: "x", externalId: "x" }), paymentId: null };
  const cases: [string, string[], () => Promise<void>][] = [
    [
      "a payment that it doesn't know is not charged",
      ["charge_missing", "charge_unknown"],
      async () => {
        const { externalId } = await paid();
        provider.forgets(externalId);
        provider.movements = [NEVER];
      },
    ],
    [
      "the refunds of such a payment are not made",
      ["refund_missing"],
      async () => {
        const { charge, externalId } = await refunded();
        provider.forgets(externalId);
        provider.movements = [charge];
      },
    ],
    [
      "one that is open here stays so",
      ["payment_open"],
      async () => {
        const attempt = await goesToPay(await books(await addDeparture(database.services.db, crawlId)));
        provider.forgets(attempt.externalId);
        provider.movements = [chargeOf(attempt)];
      },
    ],
    [
      "a refund from its dashboard stays unknown",
      ["refund_unknown"],
      async () => {
        const sold = await paid();
        provider.forgets(sold.externalId);
        provider.movements = [sold.charge, { ...sold.charge, kind: "refund", externalId: "re_elsewhere" }];
      },
    ],
  ];
  test.each(cases)("is a difference: %s", async (_, kinds, happens) => {
    await happens();
    await reconcile();
    const [run] = await runs();
    const found = run!.differences.map(({ kind, mended }) => `${kind} ${String(mended)}`);
    expect(found.toSorted()).toEqual(kinds.map((kind) => `${kind} false`));
    expect(await emails()).toHaveLength(1);
  });
});

describe("a day that can't be compared", () => {
  const failOnce = () => {
    const { fetchState } = provider;
    provider.fetchState = () => Promise.reject(new Error("no answer"));
    return () => void (provider.fetchState = fetchState);
  };
  const days = async () => (await runs()).map(({ day }) => day).toSorted();
  const render = async (minutes: number) => {
    const page = await paymentsAdmin(at(minutes, { kind: "user", role: "manager" }));
    if (!page.ok) throw new Error(page.reason);
    return page.admin.uncompared;
  };

  test("keeps no other waiting, is shown, and is tried every night until it is", async () => {
    await reconcile(NIGHT - DAY);
    const sold = await paid();
    const open = await goesToPay(await books(await addDeparture(database.services.db, crawlId)));
    const answers = failOnce();
    provider.movements = [chargeOf(open)];
    await expect(reconcile()).rejects.toThrow("sandbox 2026-11-20: no answer; no answer");
    expect(await render(NIGHT + 1)).toEqual([]);
    provider.movements = [];
    await expect(reconcile(NIGHT + DAY)).rejects.toThrow(/^sandbox 2026-11-20: no answer$/);
    expect(await days()).toEqual(["2026-11-19", "2026-11-21"]);
    expect(await render(NIGHT + DAY + 1)).toEqual([{ provider: "sandbox", day: "2026-11-20" }]);
    answers();
    provider.says(sold.externalId, { status: "open" });
    await reconcile(NIGHT + 40 * DAY);
    await reconcile(NIGHT + 40 * DAY);
    expect(await days()).toContain("2026-11-20");
    expect((await runs()).find(({ day }) => day === "2026-11-20")!.differences).toMatchObject([
      { kind: "charge_missing", mended: false },
    ]);
    expect(await render(NIGHT + 40 * DAY)).toEqual([]);
  });

  test("mends what it can of the day meanwhile", async () => {
    const sold = await paid();
    const open = await goesToPay(await books(await addDeparture(database.services.db, crawlId)));
    provider.pays(open.externalId);
    const { fetchState } = provider;
    provider.fetchState = (id) => (id === sold.externalId ? Promise.reject(new Error("no answer")) : fetchState(id));
    provider.movements = [chargeOf(open)];
    await expect(reconcile()).rejects.toThrow("no answer");
    provider.fetchState = fetchState;
    const { status } = await database.services.db
      .selectFrom("payments")
      .select("status")
      .where("id", "=", open.paymentId)
      .executeTakeFirstOrThrow();
    expect(status).toBe("succeeded");
    expect(await runs()).toEqual([]);
  });
});

describe("the runs", () => {
  const days = async () => (await runs()).map(({ provider: name, day }) => `${name} ${day}`);

  test("are one for each day and provider, whoever else compares at the same time, and days without a server are made up for", async () => {
    await Promise.all([reconcile(), reconcile(), reconcile()]);
    expect(await days()).toEqual(["sandbox 2026-11-20"]);
    await reconcile(NIGHT + 3 * DAY);
    expect(await days()).toEqual([
      "sandbox 2026-11-23",
      "sandbox 2026-11-22",
      "sandbox 2026-11-21",
      "sandbox 2026-11-20",
    ]);
  });

  test("of one provider are made though another can't be asked, and that one's the next night", async () => {
    const other = scriptedProvider("stripe");
    const listMovements = other.listMovements;
    other.listMovements = () => Promise.reject(new Error("stripe is away"));
    await expect(reconcile(NIGHT, { stripe: other })).rejects.toThrow("stripe is away");
    expect(await days()).toEqual(["sandbox 2026-11-20"]);
    other.listMovements = listMovements;
    await reconcile(NIGHT, { stripe: other });
    expect(await days()).toEqual(["sandbox 2026-11-20", "stripe 2026-11-20"]);
  });

  test("that differ come first until somebody has looked, which is written down once", async () => {
    provider.movements = [{ ...chargeOf({ paymentId: "x", externalId: "x" }), paymentId: null }];
    await reconcile();
    provider.movements = [];
    await reconcile(NIGHT + DAY);
    expect(await days()).toEqual(["sandbox 2026-11-20", "sandbox 2026-11-21"]);
    const id = (await runs())[0]!.id;
    const admin = at(NIGHT, { kind: "user", role: "manager" });
    expect(await acknowledgeRun(at(NIGHT, { kind: "user", role: "support" }), { run_id: id })).toMatchObject({
      reason: "forbidden",
    });
    expect(await acknowledgeRun(admin, { run_id: crypto.randomUUID() })).toMatchObject({ reason: "run_not_found" });
    for (let i = 0; i < 2; i++) expect(await acknowledgeRun(admin, { run_id: id })).toEqual({ ok: true });
    expect(await days()).toEqual(["sandbox 2026-11-21", "sandbox 2026-11-20"]);
    const written = await database.services.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", id)
      .execute();
    expect(written).toEqual([{ action: "reconciliation.looked_at" }]);
    const [email] = await emails();
    await sendEmail(at(NIGHT), email!);
    expect(await emails()).toMatchObject([{ status: "withheld" }]);
  });
});
