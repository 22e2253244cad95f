import { afterEach, describe, expect, test } from "vitest";
import { CODE_MAILS } from "#src/modules/sales/booking/confirm-email.server.ts";
import { forgetRecent } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { EmailCode } from "#src/modules/money/payments/schema.ts";
import { countersOf } from "#src/platform/limit-strangers.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { holdingStage } from "#tests/holding.ts";
import { later } from "#tests/seeds.ts";

// Codes that are mailed where many places are kept unpaid: who needs one, and how many are mailed.

const database = freshDatabase();
const { settings, night, guest, held, codeMailedTo, codesMailed, crowded } = holdingStage(database);

describe("beyond the network's cap a guest", () => {
  test("books with the code that was mailed to them, and not with another", async () => {
    const departure = await crowded();
    const late = guest();
    expect(await late.asks(departure, 4)).toMatchObject({ reason: "email_code_needed", because: "network" });
    const code = await codeMailedTo(late.email);
    expect(code).toMatch(/^\d{6}$/);
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    expect(await late.asks(departure, 4, { email_code: other })).toMatchObject({ reason: "email_code_wrong" });
    const stranger = guest();
    expect(await stranger.asks(departure, 4, { email_code: code })).toMatchObject({ reason: "email_code_wrong" });
    expect(await late.asks(departure, 4, { email_code: EmailCode.parse(` ${code} `) })).toMatchObject({ ok: true });
    expect(await held(departure)).toBe(64);
  });

  test("gets one mail, however often they ask, and ten tries", async () => {
    const departure = await crowded();
    const late = guest();
    for (let n = 0; n < 3; n++) await late.asks(departure, 4);
    expect(await codesMailed(late.email)).toBe(1);
    const code = await codeMailedTo(late.email);
    for (let n = 0; n < 10; n++) await late.asks(departure, 4, { email_code: "not-it" });
    expect(await late.asks(departure, 4, { email_code: code })).toMatchObject({ reason: "email_code_wrong" });
  });

  test("has thirty tries at their mailbox's codes from all networks together", async () => {
    const departure = await night();
    await settings({ unpaid_per_phone: 20 });
    const phone = "+52 55 9999 0000";
    expect(await guest({ phone, address: "192.0.2.1" }).asks(departure, 20)).toMatchObject({ ok: true });
    const from = (address: string) => guest({ phone, address, email: "many.nets+1@gmail.com" });
    const asking = (address: string, email_code?: string) => from(address).asks(departure, 4, { email_code });
    await asking("192.0.2.1");
    const code = await codeMailedTo("many.nets+1@gmail.com");
    // 2001:db8::/32 has 65,536 such networks
    for (let n = 0; n < 30; n++) await asking(`2001:db8:${n.toString(16)}:1::/64`, "not-it");
    expect(await asking("2001:db8:ffff:1::/64", code)).toMatchObject({ reason: "email_code_wrong" });
  });

  test("from elsewhere, or signed in with that verified address, needs no code", async () => {
    const departure = await crowded();
    expect(await guest({ address: "192.0.2.1" }).asks(departure, 4)).toMatchObject({ ok: true });
    const existing = guest({ email: "known@example.test" });
    existing.ctx.actor.email = "known@example.test";
    existing.ctx.actor.emailVerified = true;
    expect(await existing.asks(departure, 4)).toMatchObject({ ok: true });
  });

  test("is told when it is their phone number's cap that was met", async () => {
    const departure = await night();
    const by = (address: string) => guest({ address, phone: "+52 55 1234 5678" });
    for (const address of ["10.9.1.1", "10.9.2.1"]) await by(address).asks(departure, 15);
    expect(await by("10.9.3.1").asks(departure, 1)).toMatchObject({ reason: "email_code_needed", because: "phone" });
  });
});

test("a wrong code where none is needed is ignored: nobody is mailed for it", async () => {
  const departure = await night();
  const before = await codesMailed();
  for (let n = 0; n < 3; n++)
    expect(await guest().asks(departure, 2, { email_code: "000000" })).toMatchObject({ ok: true });
  expect(await codesMailed()).toBe(before);
});

describe("a network whose guests were mailed a hundred codes in a quarter of an hour", () => {
  async function allBut(left: number): Promise<void> {
    const { counters, since } = countersOf(guest({ minutes: 1 }).ctx, CODE_MAILS);
    for (const { key, max } of counters)
      await database.services.pool.query("insert into rate_counters (key, window_start, count) values ($1, $2, $3)", [
        key,
        since,
        max - left,
      ]);
  }

  test("gets no more, with wrong codes neither, and is told how long to wait", async () => {
    const departure = await crowded();
    await allBut(2);
    const before = await codesMailed();
    const [first, second] = [guest({ minutes: 1 }), guest({ minutes: 1 })];
    expect(await first.asks(departure, 4)).toMatchObject({ reason: "email_code_needed" });
    expect(await second.asks(departure, 4, { email_code: "000000" })).toMatchObject({ reason: "email_code_wrong" });
    const refusal = { reason: "too_many_attempts", of: "codes", retry_after: 840 };
    expect(await guest({ minutes: 1 }).asks(departure, 4)).toMatchObject(refusal);
    expect(await guest({ minutes: 1 }).asks(departure, 4, { email_code: "000000" })).toMatchObject(refusal);
    expect(await codesMailed()).toBe(before + 2);
    // who was mailed one is not kept from using it, or from asking again
    expect(await first.asks(departure, 4)).toMatchObject({ reason: "email_code_needed" });
    const code = await codeMailedTo(first.email);
    expect(await first.asks(departure, 4, { email_code: code })).toMatchObject({ ok: true });
  });

  test("counts each mail once, and none for asking again", async () => {
    const departure = await crowded();
    await allBut(2);
    const first = guest({ minutes: 1 });
    for (let n = 0; n < 5; n++) await first.asks(departure, 4);
    expect(await guest({ minutes: 1 }).asks(departure, 4)).toMatchObject({ reason: "email_code_needed" });
  });
});

describe("while the mail server is known to be away", () => {
  afterEach(async () => void (await database.services.pool.query("delete from mail_outage")));
  const away = () =>
    database.services.pool.query(
      "insert into mail_outage (since, failed_emails, probe_at, last_error) values (now(), '{}', now(), 'refused')",
    );

  test("nobody is asked for a code because unpaid places pile up, and the hold is short all the same", async () => {
    const departure = await night(80);
    for (const n of [1, 2, 3]) await guest({ address: `10.8.${n}.1` }).asks(departure, 20);
    forgetRecent(database.services);
    await away();
    const placed = await guest({ address: "192.0.2.9", minutes: 6 }).asks(departure, 2);
    expect(placed).toMatchObject({ booking: { hold_expires_at: later(16).toISOString() } });
  });

  test("the caps hold, and nobody is promised a mail", async () => {
    const departure = await crowded();
    await away();
    const before = await codesMailed();
    expect(await guest().asks(departure, 4)).toMatchObject({ reason: "unpaid_shared", because: "network" });
    expect(await codesMailed()).toBe(before);
    expect(await guest({ address: "192.0.2.1" }).asks(departure, 4)).toMatchObject({ ok: true });
  });
});
