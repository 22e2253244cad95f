import { beforeEach, describe, expect, test } from "vitest";
import { LOCALES } from "#src/kernel/localized.ts";
import { TEMPLATE_KINDS } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { OF_BOOKING } from "#src/modules/mail/notifications/kinds/kind.ts";
import { SENDINGS } from "#src/modules/mail/notifications/kinds/every-kind.server.ts";
import { composePreview } from "#src/modules/mail/notifications/compose-email.server.ts";
import { NO_CODE } from "#src/modules/mail/notifications/make-example.server.ts";
import { previewTemplate } from "#src/modules/mail/notifications/preview-template.server.ts";
import { publishTemplate } from "#src/modules/mail/notifications/publish-template.server.ts";
import { lastMailTest } from "#src/modules/mail/notifications/queries.server.ts";
import {
  listTemplates,
  listTemplateVersions,
  openTemplate,
} from "#src/modules/mail/notifications/read-templates.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { restoreTemplate } from "#src/modules/mail/notifications/restore-template.server.ts";
import { casesOf, textsOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { NO_WORDING, type Wording } from "#src/modules/mail/notifications/rules/wording.ts";
import { addTemplate, lockTemplate } from "#src/modules/mail/notifications/store/templates.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { testMail } from "#src/modules/mail/notifications/test-mail.server.ts";
import { testTemplate } from "#src/modules/mail/notifications/test-template.server.ts";
import { bookedDepartureOf } from "#src/modules/evening/tickets/queries.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
let person = { id: "", email: "" };
const as = (role: string, userId: string | null = person.id) => database.ctx({ actor: { kind: "user", role, userId } });
const staff = () => as("manager");

beforeEach(async () => {
  const { db, pool } = database.services;
  for (const table of ["email_template_versions", "emails", "rate_counters", "tickets", "bookings"] as const)
    await db.deleteFrom(table).execute();
  await pool.query("delete from graphile_worker._private_jobs");
  person = await addAccount(db);
});

const KIND = "booking_link";
const SUBJECT = "emails.link.subject";
const TITLE = "emails.link.title";
const wording = (en: Record<string, string>, es: Record<string, string> = {}): Wording => ({ en, es });
const granted = <R extends { ok: boolean }>(result: R) => {
  expect(result).toMatchObject({ ok: true });
  return result as Extract<R, { ok: true }>;
};
const publishes = async (base: number, texts: Wording) =>
  granted(await publishTemplate(staff(), { kind: KIND, base, texts })).version;
const opened = async () => granted(await openTemplate(staff(), KIND)).template;
const within = (names: readonly string[], name: string) => names.includes(name);
const audited = () =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "subject_id", "changes"])
    .where("actor_id", "=", person.id)
    .orderBy("id")
    .execute();

let count = 0;
/** The link of a booking, queued to its guest; returns the ids of booking and row. */
async function queued(over: Parameters<typeof bookDeparture>[1] & { name?: string } = {}) {
  const ctx = database.ctx();
  const { name, ...booking } = over;
  const bookingId = await bookDeparture(ctx, booking);
  if (name !== undefined)
    await ctx.db.updateTable("bookings").set({ first_name: name }).where("id", "=", bookingId).execute();
  const dedupeKey = `test.${bookingId}`;
  const language = booking.language ?? "en";
  const recipient = "sofia@guest.test";
  await ctx.db
    .transaction()
    .execute((tx) => queueEmail(ctx, tx, { kind: KIND, payload: {}, bookingId, dedupeKey, language, recipient }));
  const { id } = await ctx.db
    .updateTable("emails")
    .set({ created_at: new Date(+NOON + count++ * 1000) })
    .where("dedupe_key", "=", dedupeKey)
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, bookingId };
}
const sent = async (id: string) => {
  const ctx = database.ctx();
  await sendEmail(ctx, { id });
  const row = await ctx.db.selectFrom("emails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.status).toBe("sent");
  return row;
};

describe("what is published", () => {
  test("words every email that is sent from then on, in its language, and the row says which version did", async () => {
    const before = await queued();
    await publishes(1, wording({ [SUBJECT]: "For you: {{reference}}" }));
    // queued before, sent after: its wording is that of its sending, as everything else that it says
    const email = await sent(before.id);
    expect(email.subject).toMatch(/^For you: RND-\w{6}$/);
    expect(email.template_version).toBe(2);
    // the other texts, and the other language, are Ronda's
    expect(email.text).toContain("Here’s your booking again");
    const spanish = await sent((await queued({ language: "es" })).id);
    expect(spanish.subject).toMatch(/^Tu reserva RND-/);
    expect(spanish.template_version).toBe(2);
  });

  test("is Ronda’s, version 1, where nothing was published", async () => {
    expect(await sent((await queued()).id)).toMatchObject({
      template_version: 1,
      subject: expect.stringMatching(/^Your booking /),
    });
  });

  test("is text, whatever it looks like, also where a value does", async () => {
    await publishes(1, wording({ [SUBJECT]: "Hi {{crawl}}", [TITLE]: "<img src=x onerror=alert(1)> {{crawl}}" }));
    const crawls = database.services.db.updateTable("pub_crawls");
    const { id } = await queued();
    const { title } = await database.services.db.selectFrom("pub_crawls").select("title").executeTakeFirstOrThrow();
    await crawls.set({ title: "Ana\r\nBcc: all@guests.test {{code}}<b>" }).execute();
    const email = await sent(id);
    await crawls.set({ title }).execute();
    expect(email.subject).toBe("Hi Ana Bcc: all@guests.test {{code}}<b>");
    expect(email.html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(email.html).not.toContain("<img src=x");
    expect(email.html).not.toContain("<b>");
  });

  test("keeps the lines of a text", async () => {
    await publishes(1, wording({ "emails.link.text": "One\r\nTwo <3" }));
    const email = await sent((await queued()).id);
    expect(email.html).toContain("One<br/>Two &lt;3");
    expect(email.text).toContain("One\nTwo <3");
  });

  test("stops no email where it can’t be read: the text that can’t is Ronda’s", async () => {
    const { db } = database.services;
    for (const [version, texts] of [
      [2, { en: { [SUBJECT]: "{{constructor}}", [TITLE]: "Ours" } }],
      [3, { en: ["nothing"], es: null }],
    ] as const) {
      const row = { kind: KIND, version, texts: JSON.stringify(texts), published_at: NOON };
      await db.insertInto("email_template_versions").values(row).execute();
      const email = await sent((await queued()).id);
      expect(email).toMatchObject({ template_version: version, subject: expect.stringMatching(/^Your booking RND/) });
      expect(email.text?.includes("Ours")).toBe(version === 2);
    }
  });

  test("is Ronda’s where its table can’t be read at all", async () => {
    const { pool } = database.services;
    const { id } = await queued();
    await pool.query("alter table email_template_versions rename to gone");
    try {
      expect(await sent(id)).toMatchObject({ template_version: 1 });
    } finally {
      await pool.query("alter table gone rename to email_template_versions");
    }
  });
});

describe("publishing", () => {
  test("stores only what isn’t Ronda’s, and says so in the audit log; the same again is nothing new", async () => {
    const { ronda } = await opened();
    const typed = { en: { ...ronda.en, [TITLE]: "Ours" }, es: ronda.es };
    expect(await publishes(1, typed)).toBe(2);
    expect((await opened()).texts).toEqual(wording({ [TITLE]: "Ours" }));
    expect(await publishes(1, typed)).toBe(2);
    expect(await publishes(2, typed)).toBe(2);
    expect(await audited()).toEqual([
      {
        action: "template.published",
        subject_id: KIND,
        changes: { texts_en: { old: "Here’s your booking again", new: "Ours" } },
      },
    ]);
  });

  test.each([
    ["an unknown placeholder", { [SUBJECT]: "{{nope}}" }],
    ["a property of objects", { [SUBJECT]: "{{constructor}}" }],
    ["a header of its own", { [SUBJECT]: "Hi\r\nBcc: all@guests.test" }],
    ["more than fits", { [SUBJECT]: "x".repeat(151) }],
  ])("refuses %s, and stores nothing", async (_name, en) => {
    const result = await publishTemplate(staff(), { kind: KIND, base: 1, texts: wording(en, { [TITLE]: "Bien" }) });
    expect(result).toMatchObject({ ok: false, reason: "invalid", problems: [{ language: "en", id: SUBJECT }] });
    expect((await opened()).version).toBe(1);
  });

  test("refuses a code’s email without its code", async () => {
    const texts = wording({}, { "emails.code.subject": "Tu código" });
    expect(await publishTemplate(staff(), { kind: "booking_code", base: 1, texts })).toMatchObject({
      reason: "invalid",
      problems: [{ error: { problem: "required", name: "code" } }],
    });
  });

  test("takes what two change of different texts together, and shows whoever comes second what both changed", async () => {
    await publishes(1, wording({ [TITLE]: "First" }));
    expect(await publishes(1, wording({ [SUBJECT]: "Second {{reference}}" }))).toBe(3);
    const both = wording({ [TITLE]: "First", [SUBJECT]: "Second {{reference}}" });
    expect((await opened()).texts).toEqual(both);
    const third = await publishTemplate(staff(), { kind: KIND, base: 1, texts: wording({ [TITLE]: "Third" }) });
    expect(third).toMatchObject({
      ok: false,
      reason: "changed_meanwhile",
      current: { version: 3, draft: both },
      both: [{ language: "en", id: TITLE }],
    });
    expect((await opened()).version).toBe(3);
    expect(await publishes(3, wording({ [TITLE]: "Third", [SUBJECT]: "Second {{reference}}" }))).toBe(4);
  });

  test("queues: of two at once on one text, one is told", async () => {
    const both = await Promise.all(
      ["One", "Two"].map((text) =>
        publishTemplate(staff(), { kind: KIND, base: 1, texts: wording({ [TITLE]: text }) }),
      ),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "changed_meanwhile" });
  });

  test("waits for whoever holds the lock; without it two would publish one version", async () => {
    const { db } = database.services;
    const row = { kind: KIND, version: 2, restored: null, by: null, at: NOON } as const;
    const second = await db.transaction().execute(async (tx) => {
      await lockTemplate(tx, KIND);
      await addTemplate({ ...row, texts: wording({ [TITLE]: "Held" }) }, tx);
      const waiting = publishTemplate(staff(), { kind: KIND, base: 1, texts: wording({ [SUBJECT]: "Mine" }) });
      await database.someoneWaits();
      return { waiting };
    });
    expect(await second.waiting).toMatchObject({ ok: true, version: 3 });
    // the control: who doesn't ask for the lock meets the key
    await expect(db.transaction().execute((tx) => addTemplate({ ...row, texts: NO_WORDING }, tx))).rejects.toThrow(
      "duplicate key",
    );
  });
});

describe("going back", () => {
  test("publishes an earlier version again, or Ronda’s, and keeps all", async () => {
    await publishes(1, wording({ [TITLE]: "One" }));
    await publishes(2, wording({ [TITLE]: "Two" }));
    granted(await restoreTemplate(staff(), { kind: KIND, version: 2, base: 3 }));
    expect(await opened()).toMatchObject({ version: 4, texts: wording({ [TITLE]: "One" }) });
    granted(await restoreTemplate(staff(), { kind: KIND, version: 1, base: 4 }));
    expect(await opened()).toMatchObject({ version: 5, texts: NO_WORDING });
    // repeated, it is done already
    expect(granted(await restoreTemplate(staff(), { kind: KIND, version: 1, base: 4 })).version).toBe(5);
    const { versions } = granted(await listTemplateVersions(staff(), KIND));
    expect(versions.map(({ version, restored, by }) => [version, restored, by])).toEqual([
      [5, 1, "Test"],
      [4, 2, "Test"],
      [3, null, "Test"],
      [2, null, "Test"],
    ]);
    expect(versions[0]!.changes).toEqual([{ language: "en", id: TITLE, old: "One", now: "" }]);
    expect((await audited()).map(({ action }) => action).slice(2)).toEqual(["template.restored", "template.reset"]);
    expect(await sent((await queued()).id)).toMatchObject({ template_version: 5 });
  });

  test("is refused over what somebody else published, to what isn’t there, and to what can’t be used any more", async () => {
    await publishes(1, wording({ [TITLE]: "One" }));
    await publishes(2, wording({ [TITLE]: "Two" }));
    const back = (version: number, base: number) => restoreTemplate(staff(), { kind: KIND, version, base });
    expect(await back(2, 2)).toMatchObject({ reason: "changed_meanwhile" });
    expect(await back(9, 3)).toMatchObject({ reason: "version_not_found" });
    const { db } = database.services;
    const texts = JSON.stringify(wording({ [TITLE]: "{{gone}}" }));
    await db.updateTable("email_template_versions").set({ texts }).where("version", "=", 2).execute();
    expect(await back(2, 3)).toMatchObject({ reason: "version_unfit" });
    expect((await opened()).texts).toEqual(wording({ [TITLE]: "Two" }));
  });
});

test("the list says how each kind is worded, under whom it is for", async () => {
  await publishes(1, wording({ [TITLE]: "Ours" }));
  const { groups } = granted(await listTemplates(staff()));
  const all = groups.flatMap(({ templates }) => templates);
  expect(all.map(({ kind }) => kind).toSorted()).toEqual(TEMPLATE_KINDS.toSorted());
  expect(all.filter(({ state }) => state !== "ronda")).toEqual([
    { kind: KIND, state: "en", at: NOON.toISOString(), by: "Test" },
  ]);
});

describe("the preview", () => {
  const previews = (over: Partial<Parameters<typeof previewTemplate>[1]> = {}) => {
    const request = { kind: KIND, language: "en", texts: NO_WORDING, at: null, reference: "", example: false } as const;
    return previewTemplate(staff(), { ...request, ...over });
  };
  const referenceOf = async (id: string) => (await bookedDepartureOf(database.ctx(), id))!.reference;

  test("has the latest booking that fits, the one of a reference, or an example", async () => {
    expect(granted(await previews()).reference).toBeNull();
    const first = await referenceOf((await queued()).bookingId);
    const latest = await referenceOf((await queued({ name: "Ana" })).bookingId);
    expect(granted(await previews())).toMatchObject({ reference: latest, subject: `Your booking ${latest}` });
    expect(granted(await previews({ reference: first.toLowerCase() })).reference).toBe(first);
    expect(granted(await previews({ example: true })).subject).toBe("Your booking RND-EXAMPLE");
    expect(await previews({ reference: "RND-NOPE22" })).toMatchObject({ ok: false, reason: "booking_not_found" });
  });

  test("shows what is typed, in either language, and Ronda’s where it can’t be used", async () => {
    const texts = wording({ [SUBJECT]: "For {{reference}}", [TITLE]: "{{nope}}" }, { [SUBJECT]: "Para {{reference}}" });
    const output = granted(await previews({ texts }));
    expect(output.subject).toMatch(/^For RND-/);
    expect(output.html).toContain("Here’s your booking again");
    expect(output.problems).toEqual([{ language: "en", id: TITLE, error: { problem: "unknown", name: "nope" } }]);
    expect(granted(await previews({ texts, language: "es" })).subject).toMatch(/^Para RND-/);
    expect((await opened()).version).toBe(1);
  });

  test("holds nothing that opens anything: no link’s token, no ticket’s code, no credit’s", async () => {
    const ctx = database.ctx();
    const bookingId = await bookDeparture(ctx);
    await ctx.db
      .transaction()
      .execute((tx) => ctx.publish(ctx, tx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } }));
    const tickets = await ctx.db.selectFrom("tickets").select("code").execute();
    expect(tickets.length).toBeGreaterThan(0);
    const { id: credit } = await ctx.db
      .selectFrom("emails")
      .select("id")
      .where("kind", "=", "booking_confirmation")
      .executeTakeFirstOrThrow();
    expect((await sent(credit)).html).toContain("token=");
    for (const kind of ["booking_confirmation", "booking_link", "rating_request", "credit_given"] as const) {
      const output = granted(await previews({ kind }));
      expect(output.reference, kind).toBe(await referenceOf(bookingId));
      expect(output.html).not.toContain("token=");
      expect(output.html).not.toContain(bookingId);
      for (const { code } of tickets) expect(output.html).not.toContain(code);
    }
    expect(granted(await previews({ kind: "credit_given" })).html).toContain(NO_CODE);
  });

  test("has no guest’s data for who may not read bookings", async () => {
    await queued();
    const request = { kind: KIND, language: "en", texts: NO_WORDING, at: null, reference: "", example: false } as const;
    expect(await previewTemplate(as("marketing"), request)).toMatchObject({ reason: "forbidden" });
    expect(await previewTemplate(as("support"), request)).toMatchObject({ reason: "forbidden" });
  });

  // a placeholder that a text may have and the email doesn't know would be a hole in what a guest reads
  test.each(TEMPLATE_KINDS)(
    "of %s fills whatever its texts may insert, in both languages and in every case",
    async (kind) => {
      const marked = Object.fromEntries(
        textsOf(kind).map(({ id, may, must, most }, n) => {
          // those of the booking come from one place: the long texts show them for all
          const output = may.filter((name) => most > 500 || must.includes(name) || !within(OF_BOOKING, name));
          return [id, [`§${n}§`, ...output.map((name) => `${name}=({{${name}}})`)].join(" ")];
        }),
      );
      const ids = new Set<string>();
      for (const at of [null, ...casesOf(kind)])
        for (const locale of at === null ? LOCALES : (["en"] as const)) {
          const about = await SENDINGS[kind].shown(database.ctx(), { booking: null, payload: null, at });
          const messages = { en: {}, es: {}, [locale]: marked };
          const { subject, html } = await composePreview(database.ctx(), about, { locale, wording: messages });
          const whole = `${subject} ${html}`;
          expect(whole, `${kind} ${locale} ${at}`).not.toMatch(/\w+=\(\)|undefined|\[object/);
          for (const [id, mark] of Object.entries(marked)) if (whole.includes(mark.split(" ")[0]!)) ids.add(id);
        }
      // every text stands somewhere, in the case that it names
      expect(Object.keys(marked).filter((id) => !ids.has(id))).toEqual([]);
    },
  );
});

describe("a test", () => {
  const trial = { kind: KIND, language: "en", texts: NO_WORDING, reference: "", example: false, key: "one" } as const;
  const row = async () =>
    database.services.db
      .selectFrom("emails")
      .selectAll()
      .where("kind", "like", "staff_%test")
      .executeTakeFirstOrThrow();

  test("of an email goes to one’s own address with what is typed, marked, once, and into the log", async () => {
    const { bookingId } = await queued({ name: "Ana" });
    const texts = wording({ [SUBJECT]: "For {{reference}}" }, { [SUBJECT]: "{{nope}}" });
    granted(await testTemplate(staff(), { ...trial, texts }));
    granted(await testTemplate(staff(), { ...trial, texts }));
    const { id } = await row();
    const email = await sent(id);
    expect(email).toMatchObject({
      kind: "staff_template_test",
      recipient: person.email,
      booking_id: bookingId,
      subject: expect.stringMatching(/^\[TEST\] For RND-/),
    });
    expect(email.html).toContain("Someone on the team sent this email to themselves");
    expect(email.html).not.toContain("token=");
    expect((await audited()).map(({ action }) => action)).toEqual(["template.tested"]);
    // Spanish can't be used, and isn't
    expect(await testTemplate(staff(), { ...trial, texts, language: "es", key: "two" })).toMatchObject({
      reason: "invalid",
    });
  });

  test("is limited by the hour, of who isn’t signed in refused", async () => {
    const all = await Promise.all(
      Array.from({ length: 22 }, (_, i) => testTemplate(staff(), { ...trial, key: `k${i}` })),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(20);
    expect(all.find(({ ok }) => !ok)).toMatchObject({ reason: "too_many_attempts", retry_after: 3600 });
    expect(await testTemplate(as("manager", null), { ...trial, key: "nobody" })).toMatchObject({
      reason: "no_address",
    });
  });

  test("of the mail server says what became of it", async () => {
    const admin = as("admin");
    expect(await lastMailTest(admin)).toBeNull();
    expect(await testMail(staff(), { key: "one" })).toMatchObject({ reason: "forbidden" });
    const { id } = granted(await testMail(admin, { key: "one" }));
    expect(granted(await testMail(admin, { key: "one" })).id).toBe(id);
    const { db } = database.services;
    await db.updateTable("emails").set({ created_at: NOON }).execute();
    expect(await lastMailTest(admin)).toMatchObject({ id, state: "waiting", recipient: person.email });
    expect((await sent(id)).subject).toBe("[TEST] Your mail works");
    expect(await lastMailTest(admin)).toMatchObject({ state: "sent", captured: true, reason: null });
    await db.updateTable("emails").set({ status: "failed", captured: false, last_error: "535 no" }).execute();
    expect(await lastMailTest(admin)).toMatchObject({ state: "failed", reason: "login_refused" });
    expect(await lastMailTest({ ...admin, now: new Date(+NOON + 2 * 3_600_000) })).toBeNull();
    // nobody else's
    const other = await addAccount(db);
    expect(await lastMailTest(as("admin", other.id))).toBeNull();
  });
});
