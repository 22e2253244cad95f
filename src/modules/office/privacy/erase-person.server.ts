import { eraseWords } from "#src/modules/office/booking-admin/erase-words.server.ts";
import { createHash } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import { can, roleOf } from "#src/modules/base/identity/rules/permissions.ts";
import { removeAccount, removeStranger } from "#src/modules/base/identity/remove-account.server.ts";
import { emptyThese } from "#src/modules/site/messages/forget-sender.server.ts";
import { forgetImported } from "#src/modules/office/importing/forget-customers.server.ts";
import { forgetReader } from "#src/modules/mail/notifications/forget-reader.server.ts";
import { sentEmails } from "#src/modules/mail/notifications/queries.server.ts";
import { closeBaskets } from "#src/modules/office/privacy/delete-account.server.ts";
import { forgetPurchases } from "#src/modules/office/privacy/forget-purchases.server.ts";
import { forgetBookings } from "#src/modules/office/privacy/forget-bookings.server.ts";
import {
  type Anchor,
  blocksOf,
  type Erasure,
  isBlocked,
  writeAnchor,
} from "#src/modules/office/privacy/rules/erasure.ts";
import { isUpcoming } from "#src/modules/office/privacy/rules/deletion.ts";
import {
  accountAt,
  anchorOf,
  bookingsOfPerson,
  holdPerson,
  importedAs,
  keptOf,
  messagesOfPerson,
  partnersAt,
  type Person,
  personOf,
  purchasesOfPerson,
} from "#src/modules/office/privacy/store.server.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { hasTill } from "#src/modules/evening/till/queries.server.ts";
import { forgetReceiver } from "#src/modules/sales/gift-cards/forget-people.server.ts";
import { forgetAsker } from "#src/modules/changes/groups/forget-requests.server.ts";
import { forgetResoldGuest } from "#src/modules/programs/resellers/forget-guests.server.ts";
import { forgetWaiter } from "#src/modules/sales/waiting/forget-waiting.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

const refused = () => fail("forbidden", { missing: "settings.change" as const });

/** Finds a person by an email address, a phone number or a booking's reference. Refusals: forbidden {missing}, person_not_found. */
export async function findPerson(ctx: Context, words: string) {
  if (!can(ctx.actor, "settings.change")) return refused();
  const anchor = await anchorOf(ctx.db, words);
  return anchor ? ok({ of: writeAnchor(anchor) }) : fail("person_not_found");
}

/** What erasing a person would do. Refusals: forbidden {missing}, person_not_found. */
export async function foreseeErasure(ctx: Context, anchor: Anchor) {
  if (!can(ctx.actor, "settings.change")) return refused();
  const person = await personOf(ctx.db, anchor);
  if (!person) return fail("person_not_found");
  const all = await allOf(ctx, person);
  const ids = all.bookings.map(({ id }) => id);
  const [remaining, partners, emails, { terms }] = await Promise.all([
    keptOf(ctx.db, [...ids, ...all.purchases.map(({ id }) => id)]),
    partnersAt(ctx.db, person.email),
    sentEmails(ctx, { ...readerOf(person, all), bookingIds: ids }),
    storedSettings(ctx),
  ]);
  const newest = all.bookings.at(-1) ?? all.imported;
  const erasure: Erasure = {
    of: writeAnchor(anchor),
    name: newest ? `${newest.first_name} ${newest.last_name}`.trim() : "",
    contact: person.email || (newest?.phone ?? ""),
    blocks: blocksOf(all, all.account, ctx.now),
    gone: {
      bookings: ids.length,
      pending: all.bookings.filter(({ status }) => status === "pending").length,
      messages: all.messages.length,
      emails: emails.length,
      imported: all.imported !== null,
      account: all.account === null ? "none" : all.account.verified ? "own" : "unconfirmed",
    },
    kept: {
      payments: remaining.payments,
      receipts: remaining.receipts,
      invoices: remaining.invoices,
      invoicesUntil: remaining.invoiced && yearsAfter(remaining.invoiced, terms.bookings),
      reviews: remaining.reviews,
      partners,
    },
    seen: fingerprintOf(person, all),
  };
  return ok({ erasure });
}

const yearsAfter = (night: Date, years: number): string =>
  Temporal.PlainDate.from(night.toISOString().slice(0, 10)).add({ years }).toString();

type All = Awaited<ReturnType<typeof allOf>>;

/** Everything a person has here. An account that nobody has shown to be theirs goes too, but brings no bookings of others along. */
async function allOf({ db, settings }: Pick<Context, "db" | "settings">, person: Person) {
  const account = await accountAt(db, person.email);
  const userId = account?.verified ? account.id : null;
  return {
    account: account && {
      ...account,
      role: roleOf({ ...account, email: person.email, email_verified: account.verified }, settings.ADMIN_EMAILS),
      till: await hasTill(db, account.id),
    },
    userId,
    bookings: await bookingsOfPerson(db, person, userId),
    purchases: await purchasesOfPerson(db, person.email, userId),
    messages: await messagesOfPerson(db, person.email, userId),
    imported: await importedAs(db, person),
  };
}

const readerOf = (person: Person, { account, messages }: All) => ({
  userId: account?.id ?? null,
  email: person.email || null,
  bookingIds: [] as string[],
  messageIds: messages,
});

const fingerprintOf = (person: Person, { account, bookings, purchases, messages, imported }: All): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        person,
        account?.id,
        bookings.map(({ id, status }) => [id, status]),
        purchases,
        messages,
        imported?.id,
      ]),
    )
    .digest("hex")
    .slice(0, 16);

/** Bookings that one transaction erases. */
const PORTION = 50;

/**
 * Erases a person as the page `seen` showed it: with or without an account, by the address (or, without one, the phone number) of an
 * anchor. Money stays without them. In portions; whoever is left after a failure is erased by the same call. Needs `settings.change`.
 * Refusals: forbidden {missing}, person_not_found, blocked, changed_meanwhile (something came or went since), provider_unavailable.
 */
export async function erasePerson(ctx: Context, { of, seen: fingerprint }: { of: Anchor; seen: string }) {
  if (!can(ctx.actor, "settings.change")) return refused();
  const person = await personOf(ctx.db, of);
  if (!person) return fail("person_not_found");
  // erased before: a form sent twice
  if (person.email === "" && person.phone === "") return ok({ bookings: 0 });
  const all = await allOf(ctx, person);
  if (isBlocked(blocksOf(all, all.account, ctx.now))) return fail("blocked");
  if (fingerprintOf(person, all) !== fingerprint) return fail("changed_meanwhile");
  const pending = all.bookings.filter(({ status }) => status === "pending").map(({ id }) => id);
  if (!(await closeBaskets(ctx, [...pending, ...all.purchases.map(({ id }) => id)])))
    return fail("provider_unavailable");
  const words = wordsOf(person, all);
  for (let at = 0; ; at += PORTION) {
    const portion = all.bookings.slice(at, at + PORTION);
    const isLast = at + PORTION >= all.bookings.length;
    const isDone = await ctx.db.transaction().execute(async (tx) => {
      await holdPerson(tx, person);
      if (!(await erasePortion(ctx, tx, portion))) return false;
      if (at === 0) await eraseWords(tx, words);
      if (isLast) await eraseRest(ctx, tx, { person, all, of });
      return true;
    });
    if (!isDone) return fail("changed_meanwhile");
    if (isLast) return ok({ bookings: all.bookings.length });
  }
}

/** Erases bookings under their locks; false where one of them has become a night to come. */
async function erasePortion(ctx: Context, tx: Tx, bookings: All["bookings"]): Promise<boolean> {
  const living: string[] = [];
  for (const { id, ends_at } of bookings) {
    const row = await lockBooking(tx, id);
    if (isUpcoming({ status: row.status, ends_at }, ctx.now)) return false;
    if (row.first_name || row.last_name || row.email || row.phone) living.push(id);
  }
  for (const id of living) await release(ctx, tx, { id, reason: "admin", from: ["pending"] });
  await forgetBookings(tx, living, ctx.now);
  for (const id of living) await audit(tx, ctx, { action: "person.erased", subject: ["booking", id] });
  return true;
}

async function eraseRest(
  ctx: Context,
  tx: Tx,
  { person, all, of }: { person: Person; all: All; of: Anchor },
): Promise<void> {
  const { account, messages, bookings, purchases } = all;
  // another call may have erased them since they were read
  const still = await messagesOfPerson(tx, person.email, all.userId);
  await forgetPurchases(ctx, tx, purchases);
  await emptyThese(tx, messages);
  await forgetReader(tx, readerOf(person, all));
  await forgetWaiter(tx, person.email, ctx.now);
  await forgetResoldGuest(ctx, tx, person.email);
  const imported = await forgetImported(tx, person);
  await forgetReceiver(tx, person.email);
  await forgetAsker(tx, person.email);
  const isThere = account !== null && (await accountAt(tx, person.email)) !== null;
  const bookingIds = bookings.map(({ id }) => id);
  if (account) await removeAccount(tx, { userId: account.id, email: person.email, bookingIds });
  else await removeStranger(tx, { email: person.email, bookingIds });
  for (const id of messages.filter((message) => still.includes(message)))
    await audit(tx, ctx, { action: "person.erased", subject: ["message", id] });
  for (const id of imported) await audit(tx, ctx, { action: "person.erased", subject: ["customer", id] });
  if (isThere) await audit(tx, ctx, { action: "person.erased", subject: ["user", account.id] });
  if (of.kind === "email") await audit(tx, ctx, { action: "person.erased", subject: ["email", of.id] });
}

/** What could name them where staff name things: their address, and first and last names together. */
function wordsOf({ email }: Person, { bookings, imported }: All): string[] {
  const names = [...bookings, ...(imported ? [imported] : [])]
    .filter((one) => one.first_name && one.last_name)
    .map((one) => `${one.first_name} ${one.last_name}`);
  return [...new Set([email, ...names])].filter((word) => word.length >= 5);
}
