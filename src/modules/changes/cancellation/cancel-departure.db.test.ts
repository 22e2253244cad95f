import { beforeAll, describe, expect, test } from "vitest";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { cancelDeparture, cancelDepartures } from "#src/modules/changes/cancellation/cancel-departure.server.ts";
import { finishCancellation } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { cancellationPage, cancellationsPage } from "#src/modules/changes/cancellation/queries.server.ts";
import { moneyOfRow } from "#src/modules/changes/cancellation/rules/cancel-progress.ts";
import { retryRefund } from "#src/modules/money/payments/retry-refund.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
const USER = "0190c0de-0000-7000-8000-000000000001";
const operator = (minutes: number) => at(minutes, { kind: "user", role: "manager", userId: USER });
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const ends = (departure: string, minutes = 3) =>
  finishCancellation({ ...at(minutes), actor: { ...at(0).actor, kind: "system" } }, departure);

async function paid(departure: string, over: Parameters<typeof books>[1] = {}): Promise<string> {
  const booking = await books(departure, over);
  const { externalId } = await goesToPay(booking);
  provider.pays(externalId);
  await webhook(externalId, 1);
  return booking;
}

async function page(departure: string, minutes = 2) {
  const snapshot = await cancellationPage(operator(minutes), departure);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot;
}

/** The form as the operator submits it from the page. */
async function wish(departure: string, over: { word?: string; note_en?: string; note_es?: string } = {}) {
  const { departure: about, preview } = await page(departure);
  const fingerprint = preview!.fingerprint;
  return { departure_id: departure, fingerprint, word: about.word, choice: false, note_en: "", note_es: "", ...over };
}

const written = (departure: string) =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "actor_id"])
    .where("subject_id", "=", departure)
    .execute();
const jobs = async (departure: string) =>
  (
    await database.services.pool.query<{ key: string }>("select key from graphile_worker.jobs where key = $1", [
      `departure:${departure}`,
    ])
  ).rows.length;

test("what was previewed is what happens: bookings end, money goes back, guests and whoever was paying are told", async () => {
  const departure = await newDeparture();
  const [spanish, english] = [await paid(departure), await paid(departure, { language: "en", currency: "USD" })];
  const waiting = await books(departure);
  const { preview } = await page(departure);
  expect(preview).toMatchObject({
    bookings: 3,
    people: 6,
    back: [{ money: { amount: 80_000, currency: "MXN" } }, { money: { amount: 4000, currency: "USD" } }],
    emails: { en: 1, es: 2 },
    byHand: [],
  });
  const note = { note_en: "Our guide is ill.", note_es: "Nuestra guía está enferma." };
  expect(await cancelDeparture(operator(2), await wish(departure, note))).toEqual({ ok: true, already: false });
  expect(await jobs(departure)).toBe(1);
  const { board } = await page(departure);
  expect(board).toMatchObject({ bookings: { done: 0, open: 3, all: 3 }, live: true });
  // while they wait to be ended, the board says what each has paid
  const moneyOf = (id: string) => moneyOfRow(board!.rows.find((row) => row.id === id)!);
  expect(moneyOf(spanish)).toEqual({ kind: "paid", money: [{ amount: 80_000, currency: "MXN" }] });
  expect(moneyOf(english)).toEqual({ kind: "paid", money: [{ amount: 4000, currency: "USD" }] });
  expect(moneyOf(waiting)).toEqual({ kind: "unpaid" });
  await ends(departure);
  expect(await seatsOf(database.services.db, departure)).toMatchObject({ held: 0, confirmed: 0 });
  for (const booking of [spanish, english]) {
    const [refund] = await stage.refunds(booking);
    await submitRefund(at(5), refund!.id);
  }
  expect(await bulkEmailTo(spanish)).toContain("Nuestra guía está enferma.");
  expect(await bulkEmailTo(english)).toContain("Our guide is ill.");
  expect(await bulkEmailTo(waiting)).toContain("Todavía no la habías pagado");
  expect(await page(departure, 9)).toMatchObject({
    preview: null,
    board: {
      bookings: { done: 3, all: 3 },
      refunds: { done: 2, all: 2 },
      emails: { done: 3, all: 3 },
      problems: 0,
      live: false,
    },
  });
  expect(await written(departure)).toEqual([{ action: "departure.cancelled", actor_id: USER }]);
  const ended = await database.services.db
    .selectFrom("audit_log")
    .select("actor_id")
    .where("subject_id", "=", spanish)
    .where("action", "=", "booking.cancelled")
    .execute();
  expect(ended).toEqual([{ actor_id: USER }]);
});

async function bulkEmailTo(booking: string): Promise<string> {
  const emails = database.services.db
    .selectFrom("emails")
    .select(["id", "text"])
    .where("booking_id", "=", booking)
    .where("kind", "=", "booking_cancelled");
  await sendEmail(at(6), { id: (await emails.executeTakeFirstOrThrow()).id });
  return (await emails.executeTakeFirstOrThrow()).text!;
}

describe("a preview that is out of date is refused, and nothing happens", () => {
  const untouched = async (departure: string) => {
    expect((await page(departure)).departure.status).toBe("scheduled");
    expect(await jobs(departure)).toBe(0);
    expect(await written(departure)).toEqual([]);
  };

  test("when somebody has booked since", async () => {
    const departure = await newDeparture();
    await paid(departure);
    const result = await wish(departure);
    await books(departure);
    expect(await cancelDeparture(operator(2), result)).toEqual({ ok: false, reason: "stale_preview" });
    await untouched(departure);
    expect(await cancelDeparture(operator(2), await wish(departure))).toMatchObject({ ok: true });
  });

  test("when somebody has paid since", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const result = await wish(departure);
    const { externalId } = await goesToPay(booking);
    provider.pays(externalId);
    await webhook(externalId, 1);
    expect(await cancelDeparture(operator(2), result)).toEqual({ ok: false, reason: "stale_preview" });
    await untouched(departure);
  });
});

test("whoever books while it is cancelled is either counted or refused", async () => {
  for (let round = 0; round < 6; round++) {
    const departure = await newDeparture();
    await paid(departure);
    const result = await wish(departure);
    const [cancelled, booked] = await Promise.allSettled([cancelDeparture(operator(2), result), books(departure)]);
    const went = cancelled.status === "fulfilled" && cancelled.value.ok;
    expect([went, booked.status]).not.toEqual([true, "fulfilled"]);
  }
});

test("pressed twice, or by two at once, it happens once", async () => {
  const departure = await newDeparture();
  const booking = await paid(departure);
  const result = await wish(departure);
  const answers = await Promise.all([2, 2, 2].map((minute) => cancelDeparture(operator(minute), result)));
  expect(answers.filter((one) => one.ok && !one.already)).toHaveLength(1);
  expect(answers.filter((one) => one.ok && one.already)).toHaveLength(2);
  await Promise.all([ends(departure), ends(departure)]);
  expect(await stage.refunds(booking)).toHaveLength(1);
  expect(await written(departure)).toHaveLength(1);
  expect(await jobs(departure)).toBe(1);
});

test("a refund that fails is a problem on the board, and is tried again by itself or by hand", async () => {
  const departure = await newDeparture();
  const [lucky, unlucky] = [await paid(departure), await paid(departure)];
  await cancelDeparture(operator(2), await wish(departure));
  await ends(departure);
  const [good] = await stage.refunds(lucky);
  const [bad] = await stage.refunds(unlucky);
  await submitRefund(at(4), good!.id);
  provider.answersRefunds("manual");
  await submitRefund(at(4), bad!.id);
  const { board } = await page(departure, 5);
  expect(board).toMatchObject({ refunds: { done: 1, failed: 1, all: 2 }, problems: 1 });
  expect(board!.rows[0]).toMatchObject({ id: unlucky, refunds: [{ status: "manual" }] });
  expect(await retryRefund(operator(6), { refund_id: bad!.id })).toEqual({ ok: true });
  await submitRefund(at(7), bad!.id);
  expect((await page(departure, 8)).board).toMatchObject({ refunds: { done: 2, failed: 0 }, problems: 0 });
});

test.each(["", "YES", "MEXICO CITY"])("the word must be right, not %j", async (word) => {
  const departure = await newDeparture();
  expect(await cancelDeparture(operator(2), await wish(departure, { word }))).toMatchObject({ reason: "word_wrong" });
});

test("a departure that is over isn't cancelled, and one that isn't there can't be", async () => {
  const departure = await newDeparture({ date: "2026-11-18" });
  expect(await cancelDeparture(operator(2), await wish(departure))).toMatchObject({ reason: "departure_over" });
  const nothing = { ...(await wish(departure)), departure_id: crypto.randomUUID() };
  expect(await cancelDeparture(operator(2), nothing)).toMatchObject({ reason: "departure_not_found" });
});

test.each([null, "customer", "support", "marketing", "guide"])("is not for %s, not even to look at", async (role) => {
  const departure = await newDeparture();
  const nobody = at(2, { kind: "user", role });
  expect(await cancelDeparture(nobody, await wish(departure))).toMatchObject({
    reason: "forbidden",
    missing: "schedule.change",
  });
  expect(await cancellationPage(nobody, departure)).toMatchObject({ reason: "forbidden", missing: "schedule.change" });
});

describe("several nights at once", () => {
  const several = async (ids: readonly string[]) => {
    const snapshot = await cancellationsPage(operator(2), ids);
    if (!snapshot.ok) throw new Error(snapshot.reason);
    return snapshot;
  };
  const wishOf = ({ ahead, word }: Awaited<ReturnType<typeof several>>) => ({
    nights: ahead.map(({ departure, fingerprint }) => ({ departure_id: departure.id, fingerprint })),
    word,
    choice: false,
    note_en: "",
    note_es: "",
  });

  test("the rehearsal counts them together; one that changed is named and keeps none of the others", async () => {
    const [one, two, changed] = [await newDeparture(), await newDeparture(), await newDeparture()];
    const [bookingOne, bookingTwo] = [await paid(one), await paid(two)];
    const state = await several([one, two, changed, one]);
    expect(state.preview).toMatchObject({
      bookings: 2,
      people: 4,
      back: [{ money: { amount: 160_000, currency: "MXN" }, payments: 2 }],
    });
    expect(state.ahead.map(({ departure, people }) => [departure.id, people])).toEqual([
      [one, 2],
      [two, 2],
      [changed, 0],
    ]);
    expect(await cancelDepartures(operator(2), { ...wishOf(state), word: "CANCEL 4" })).toMatchObject({
      reason: "word_wrong",
    });
    const late = await paid(changed);
    const result = await cancelDepartures(operator(2), wishOf(state));
    expect(result).toMatchObject({ cancelled: 2, refused: [{ departure_id: changed, why: "stale_preview" }] });
    await ends(one);
    await ends(two);
    for (const id of [bookingOne, bookingTwo])
      expect(await stage.refunds(id)).toMatchObject([{ amount: 80_000, reason: "departure_cancelled" }]);
    expect(await stage.refunds(late)).toEqual([]);
    const after = await several([one, two, changed]);
    expect(after.ahead).toMatchObject([{ departure: { id: changed }, bookings: 1 }]);
    expect(after.board).toMatchObject({ bookings: { done: 2, all: 2 } });
  });

  test("sent twice it cancels once", async () => {
    const night = await newDeparture();
    const booking = await paid(night);
    const sent = wishOf(await several([night]));
    expect(await cancelDepartures(operator(2), sent)).toMatchObject({ cancelled: 1, refused: [] });
    expect(await cancelDepartures(operator(2), sent)).toMatchObject({ cancelled: 1, refused: [] });
    await ends(night);
    expect(await stage.refunds(booking)).toHaveLength(1);
    expect((await written(night)).filter(({ action }) => action === "departure.cancelled")).toHaveLength(1);
  });

  test("a night that is over or unknown is left out, and it takes both permissions", async () => {
    const night = await newDeparture();
    const over = await several([night, USER]);
    expect([over.ahead.length, over.boards.length, over.over]).toEqual([1, 0, 0]);
    const support = at(2, { kind: "user", role: "support", userId: USER });
    expect(await cancellationsPage(support, [night])).toMatchObject({ reason: "forbidden" });
    expect(await cancelDepartures(support, wishOf(over))).toMatchObject({ reason: "forbidden" });
  });
});
