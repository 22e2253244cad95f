import { afterEach, describe, expect, test } from "vitest";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { rateTexts } from "#src/modules/office/options/rules/rates.ts";
import { SUBJECTS } from "#src/modules/office/options/rules/sections.ts";
import { saveOptions } from "#src/modules/office/options/save-options.server.ts";
import { saveRates } from "#src/modules/office/options/save-rates.server.ts";
import { takeBackOptions } from "#src/modules/office/options/take-back-options.server.ts";
import { appSettings, currencyRates, forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const admin = (over: Partial<Context["actor"]> = {}) =>
  database.ctx({ actor: { kind: "user", role: "admin", ...over } });
const db = () => database.services.db;
const rows = async () => Object.fromEntries((await stored()).map(({ key, value }) => [key, value]));
const stored = () => db().selectFrom("app_settings").selectAll().orderBy("key").execute();
const entries = () => historyOf(admin(), SUBJECTS);
const holds = (texts: Record<string, string>, was: Record<string, string>) => ({
  section: "booking" as const,
  texts,
  was,
  confirmed: false,
});
const saved = async (...[texts, was]: Parameters<typeof holds>) => {
  const result = await saveOptions(admin(), holds(texts, was));
  if (!result.ok || result.entry === null) throw new Error("not saved");
  return result.entry;
};

afterEach(async () => {
  await db().deleteFrom("app_settings").execute();
  forgetSettings(database.services);
});

test("a section is saved at once, with one entry that says what it was and is", async () => {
  expect((await appSettings(admin())).holdMinutes).toBe(31);
  await saved(
    { hold_minutes: "20", max_people: " 12 ", link_days: "60" },
    { hold_minutes: "31", max_people: "20", link_days: "60" },
  );
  expect(await rows()).toEqual({ hold_minutes: "20", max_people: "12" });
  expect(await appSettings(admin())).toMatchObject({ holdMinutes: 20, maxPeople: 12 });
  const [entry] = await entries();
  expect(entry).toMatchObject({
    action: "settings.changed",
    subject: { type: "settings", id: "booking" },
    changes: [
      { field: "max_people", old: "20", now: "12" },
      { field: "hold_minutes", old: "31", now: "20" },
    ],
  });
});

test("a logo is saved with its size, told in the history, and taken back", async () => {
  const logo = (name: string) => `/uploads/${name.repeat(32)}#640x210`;
  const save = (now: string, was: string) =>
    saveOptions(admin(), { section: "brand", texts: { logo_url: now }, was: { logo_url: was }, confirmed: false });
  expect(await save("https://elsewhere.example/logo.svg", "")).toMatchObject({ reason: "invalid" });
  await save(logo("a"), "");
  const second = await save(logo("b"), logo("a"));
  if (!second.ok || second.entry === null) throw new Error("not saved");
  expect((await entries())[0]?.changes).toEqual([{ field: "logo_url", old: logo("a"), now: logo("b") }]);
  expect(await takeBackOptions(admin(), { entry: second.entry })).toMatchObject({ ok: true });
  expect(await rows()).toEqual({ logo_url: logo("a") });
  const gone = { name: "b".repeat(32), added_at: admin().now, purged_at: admin().now };
  await db().insertInto("pictures").values(gone).execute();
  expect(await save(logo("b"), logo("a"))).toMatchObject({ reason: "invalid", fieldErrors: [{ id: "logo_url" }] });
});

test("a setting set back to its default, or emptied, has no row", async () => {
  await saved({ hold_minutes: "20", max_people: "12" }, { hold_minutes: "31", max_people: "20" });
  await saved({ hold_minutes: "31", max_people: "" }, { hold_minutes: "20", max_people: "12" });
  expect(await rows()).toEqual({});
});

test.each([
  [{ hold_minutes: "0" }, "hold_minutes", "options.error.whole"],
  [{ max_people: "many" }, "max_people", "options.error.whole"],
  [{ hold_minutes: "50", hold_limit_minutes: "40" }, "hold_minutes", "options.error.above"],
])("%j is refused at its field, and nothing is stored", async (texts, id, message) => {
  const was = { hold_minutes: "31", max_people: "20", hold_limit_minutes: "60" };
  expect(await saveOptions(admin(), holds({ ...was, ...texts }, was))).toMatchObject({
    reason: "invalid",
    fieldErrors: [{ id, message }],
  });
  expect(await rows()).toEqual({});
});

test("what somebody else saved meanwhile is shown, not overwritten; other settings of theirs are kept", async () => {
  await saved({ hold_minutes: "20", link_days: "90" }, { hold_minutes: "31", link_days: "60" });
  const mine = { hold_minutes: "25", link_days: "60", max_people: "12" };
  const opened = { hold_minutes: "31", link_days: "60", max_people: "20" };
  const met = await saveOptions(admin(), holds(mine, opened));
  expect(met).toMatchObject({ reason: "changed_meanwhile", keys: ["hold_minutes"], current: { hold_minutes: "20" } });
  expect(await rows()).toEqual({ hold_minutes: "20", link_days: "90" });
  // over what is known now
  await saved({ hold_minutes: "25", max_people: "12" }, { hold_minutes: "20", max_people: "20" });
  expect(await rows()).toEqual({ hold_minutes: "25", link_days: "90", max_people: "12" });
});

test("of two who save another value at once, the second is told", async () => {
  const save = (minutes: string) => saveOptions(admin(), holds({ hold_minutes: minutes }, { hold_minutes: "31" }));
  const answers = await Promise.all([save("20"), save("25")]);
  expect(answers.map((answer) => (answer.ok ? "saved" : answer.reason)).toSorted()).toEqual([
    "changed_meanwhile",
    "saved",
  ]);
});

test("colours that can hardly be read need a word more", async () => {
  const faint = {
    section: "brand" as const,
    texts: { primary_color: "#F08A2C" },
    was: { primary_color: "#dc1846" },
  };
  expect(await saveOptions(admin(), { ...faint, confirmed: false })).toMatchObject({
    reason: "too_faint",
    checks: [{ pair: "on_primary", ratio: 2.51, passes: false }, { passes: true }, { passes: true }],
  });
  expect(await rows()).toEqual({});
  expect(await saveOptions(admin(), { ...faint, confirmed: true })).toMatchObject({ ok: true });
  expect(await rows()).toEqual({ primary_color: "#f08a2c" });
});

test("the calendar takes pub crawls that exist, and its entry names them", async () => {
  const { crawlId } = await seedMinimal(db());
  await db().deleteFrom("app_settings").execute(); // it has chosen one
  const save = (ids: string, was = "") =>
    saveOptions(admin(), {
      section: "calendar",
      texts: { calendar_crawl_ids: ids, default_crawl_id: ids },
      was: { calendar_crawl_ids: was, default_crawl_id: was },
      confirmed: false,
    });
  expect(await save("6f1c1f5e-0d0c-4a53-9a52-1f0f8b9c7d11")).toMatchObject({
    reason: "invalid",
    fieldErrors: [{ id: "calendar_crawl_ids", message: "options.error.crawlGone" }, { id: "default_crawl_id" }],
  });
  const done = await save(crawlId);
  expect(done).toMatchObject({ ok: true });
  expect(await appSettings(admin())).toMatchObject({ calendarCrawlIds: [crawlId], defaultCrawlId: crawlId });
  const [entry] = await entries();
  expect(entry!.changes[0]).toMatchObject({ old: null, now: [{ id: crawlId, title: expect.any(String) }] });
  expect(await takeBackOptions(admin(), { entry: entry!.id })).toMatchObject({ ok: true });
  expect(await rows()).toEqual({});
});

test("a save is taken back once, however often it is asked", async () => {
  const entry = await saved({ hold_minutes: "20", max_people: "12" }, { hold_minutes: "31", max_people: "20" });
  const back = await takeBackOptions(admin(), { entry });
  expect(back).toMatchObject({ ok: true, entry: expect.any(Number) });
  expect(await rows()).toEqual({});
  const [result] = await entries();
  expect(result).toMatchObject({ action: "settings.taken_back" });
  expect(await takeBackOptions(admin(), { entry })).toEqual({ ok: true, entry: null });
  // and taking back can be taken back
  expect(await takeBackOptions(admin(), { entry: result!.id })).toMatchObject({ ok: true });
  expect(await rows()).toEqual({ hold_minutes: "20", max_people: "12" });
});

test("what was changed again since isn't taken back", async () => {
  const entry = await saved({ hold_minutes: "20", max_people: "12" }, { hold_minutes: "31", max_people: "20" });
  await saved({ hold_minutes: "25" }, { hold_minutes: "20" });
  expect(await takeBackOptions(admin(), { entry })).toMatchObject({ reason: "changed_since" });
  expect(await rows()).toEqual({ hold_minutes: "25", max_people: "12" });
  expect(await takeBackOptions(admin(), { entry: 1e9 })).toMatchObject({ reason: "entry_not_found" });
});

describe("what couldn't be saved now isn't taken back to, and nothing changes", () => {
  /** An entry of the log about what is stored now, by a release that allowed what was before. */
  async function reportOf(section: string, action: string, changes: Record<string, { old: unknown; new: unknown }>) {
    const entry = { actor_kind: "user", action, subject_type: "settings", subject_id: section, source: "", changes };
    const added = db()
      .insertInto("audit_log")
      .values({ ...entry, changes: JSON.stringify(changes) });
    return (await added.returning("id").executeTakeFirstOrThrow()).id;
  }
  async function refuses(entry: number) {
    const everything = async () => [await rows(), await openRates(), (await entries()).length];
    const before = await everything();
    expect(await takeBackOptions(admin(), { entry })).toEqual({ ok: false, reason: "cannot_return" });
    expect(await everything()).toEqual(before);
  }

  test.each([
    ["hold_minutes", "100000"],
    ["hold_minutes", "0"],
    ["max_people", "many"],
  ])("%s of %s", async (key, old) => {
    await saved({ hold_minutes: "20", max_people: "12" }, { hold_minutes: "31", max_people: "20" });
    const changes = { [key]: { old, new: key === "max_people" ? "12" : "20" } };
    await refuses(await reportOf("booking", "settings.changed", changes));
  });

  test("a limit that would cross another since", async () => {
    await saved({ hold_minutes: "50" }, { hold_minutes: "31" });
    const entry = await saved({ hold_minutes: "20" }, { hold_minutes: "50" });
    await saved({ hold_limit_minutes: "40" }, { hold_limit_minutes: "60" });
    await refuses(entry);
  });

  test("a logo that is gone since", async () => {
    const logo = (name: string) => `/uploads/${name.repeat(32)}#640x210`;
    const save = (now: string, was: string) =>
      saveOptions(admin(), { section: "brand", texts: { logo_url: now }, was: { logo_url: was }, confirmed: false });
    await save(logo("c"), "");
    const second = await save(logo("d"), logo("c"));
    const gone = { name: "c".repeat(32), added_at: admin().now, purged_at: admin().now };
    await db().insertInto("pictures").values(gone).execute();
    if (second.ok) await refuses(second.entry!);
  });

  test("a crawl that is deleted since", async () => {
    const [one, other] = [await addCrawl(db(), {}), await addCrawl(db(), {})];
    const save = (ids: string, was: string) =>
      saveOptions(admin(), {
        section: "calendar",
        texts: { calendar_crawl_ids: ids },
        was: { calendar_crawl_ids: was },
        confirmed: false,
      });
    expect(await save(one, "")).toMatchObject({ ok: true });
    const second = await save(other, one);
    if (!second.ok) throw new Error("the second choice isn't saved");
    const gone = { deleted_at: admin().now, is_active: false };
    await db().updateTable("pub_crawls").set(gone).where("id", "=", one).execute();
    await refuses(second.entry!);
    await save("", other);
  });

  test.each([
    ["no rate", null],
    ["a rate of nothing", { rate: "0", date: "2026-11-19" }],
    ["a rate of a day to come", { rate: "20", date: "2026-11-21" }],
    ["a rate that is no number", { rate: "1e3", date: "2026-11-19" }],
  ])("%s", async (_, old) => {
    await refuses(await reportOf("rates", "rates.changed", { MXN: { old, new: (await openRates()).MXN } }));
  });
});

test.each(["manager", "support", "marketing", "guide"])("a %s may do none of it", async (role) => {
  const refusal = { ok: false, reason: "forbidden", missing: "settings.change" };
  const ctx = admin({ role });
  const none = rateTexts([]);
  expect(await saveOptions(ctx, holds({ hold_minutes: "20" }, { hold_minutes: "31" }))).toEqual(refusal);
  expect(await takeBackOptions(ctx, { entry: 1 })).toEqual(refusal);
  expect(await saveRates(ctx, { rates: none, was: none, confirmed: true })).toEqual(refusal);
});

const openRates = async () => rateTexts(await db().selectFrom("currency_rates").selectAll().execute());
const moved = async (rate: string, { date = "2026-11-20", confirmed = false } = {}) => {
  const was = await openRates();
  return saveRates(admin(), { was, rates: { ...was, MXN: { rate, date } }, confirmed });
};

test("a rate is saved with its day, and taken back", async () => {
  const before = await openRates();
  const rate = String(Number(before.MXN.rate) * 1.1);
  const done = await moved(rate);
  expect(done).toMatchObject({ ok: true });
  expect((await currencyRates(admin())).perUsd.MXN).toBeCloseTo(Number(rate));
  expect((await openRates()).MXN.date).toBe("2026-11-20");
  expect(await takeBackOptions(admin(), { entry: (done as { entry: number }).entry })).toMatchObject({ ok: true });
  expect(await openRates()).toEqual(before);
});

test.each([
  ["0", "2026-11-20", "rate_MXN", "options.error.rateZero"],
  ["0.000", "2026-11-20", "rate_MXN", "options.error.rateZero"],
  ["", "2026-11-20", "rate_MXN", "options.error.rateNeeded"],
  ["-18", "2026-11-20", "rate_MXN", "options.error.rate"],
  ["1e3", "2026-11-20", "rate_MXN", "options.error.rate"],
  ["18", "2026-11-21", "date_MXN", "options.error.dayToCome"],
  ["18", "2026-02-31", "date_MXN", "options.error.day"],
])("a rate of %j on %s is refused at its field, even confirmed", async (rate, date, id, message) => {
  const before = await openRates();
  expect(await moved(rate, { date, confirmed: true })).toMatchObject({
    reason: "invalid",
    fieldErrors: [{ id, message }],
  });
  expect(await openRates()).toEqual(before);
});

test("a rate that moves by more than 20 % asks again", async () => {
  const before = await openRates();
  const rate = String(Number(before.MXN.rate) / 10);
  expect(await moved(rate)).toMatchObject({
    reason: "asks_again",
    moves: [{ currency: "MXN", from: before.MXN.rate, to: rate, percent: -90 }],
  });
  expect(await openRates()).toEqual(before);
  expect(await moved(rate, { confirmed: true })).toMatchObject({ ok: true });
  expect((await openRates()).MXN.rate).toBe(rate);
  await moved(before.MXN.rate, { date: before.MXN.date, confirmed: true });
});

test("a rate that somebody else saved meanwhile is shown, not overwritten", async () => {
  const was = await openRates();
  const theirs = String(Number(was.MXN.rate) * 1.05);
  await moved(theirs);
  const mine = { ...was, MXN: { rate: String(Number(was.MXN.rate) * 1.02), date: "2026-11-20" } };
  expect(await saveRates(admin(), { was, rates: mine, confirmed: true })).toMatchObject({
    reason: "changed_meanwhile",
    current: { MXN: { rate: theirs } },
  });
});
