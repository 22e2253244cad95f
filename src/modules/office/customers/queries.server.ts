import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { respelled } from "#src/kernel/spelling.ts";
import type { Customer, CustomerDetails } from "#src/modules/office/customers/schema.ts";
import type { CustomerQuery } from "#src/modules/office/customers/rules/customer-list.ts";
import {
  bookedBy,
  bookingsOf,
  importedOf,
  keyOf,
  messagesFrom,
  newestCustomers,
  newestOf,
  spentBy,
  textsNearCustomers,
  whoIs,
} from "#src/modules/office/customers/store.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Customers per page. */
const PAGE = 50;

type Newest = Awaited<ReturnType<typeof newestCustomers>>[number];

/**
 * Customers by email address, or by phone number where they left no other, latest booking first, and whoever was imported without one; `next` is the booking to continue after, null on the last page. `near`
 * tells what a search text that matches nobody may have meant, `details` are those of the open one, `mayErase` whether they may be erased here. Requires permission to read users. Refusals: forbidden {missing}.
 */
export async function customerList(ctx: Context, query: CustomerQuery) {
  if (!can(ctx.actor, "users.read")) return fail("forbidden", { missing: "users.read" });
  const [rows, details] = await Promise.all([
    newestCustomers(ctx.db, { ...query, test: practises(ctx) }, PAGE + 1),
    query.open === null ? null : detailsOf(ctx, query.open),
  ]);
  const pageRows = rows.slice(0, PAGE);
  const near = pageRows.length > 0 ? [] : respelled(query.q, await textsNearCustomers(ctx.db, query.q));
  const next = rows.length > PAGE ? pageRows.at(-1)!.id : null;
  const mayErase = can(ctx.actor, "settings.change");
  return ok({ customers: await customersOf(ctx, pageRows), near, next, details, mayErase });
}

/**
 * A few customers who match the search text, in any order. None without permission to read users, nor for fewer than three
 * letters.
 */
export async function findCustomers(ctx: Context, input: string, most: number) {
  // fewer letters have no trigram: two rare ones would scan all bookings on each pause in typing
  if (!can(ctx.actor, "users.read") || !/\S{3}/.test(input)) return [];
  const rows = await newestCustomers(ctx.db, { q: input, before: null, test: practises(ctx) }, most);
  return rows.map(({ id, first_name, last_name, email, phone }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    contact: email || phone,
  }));
}

async function customersOf(
  { db, settings }: Pick<Context, "db" | "settings">,
  rows: readonly Newest[],
): Promise<Customer[]> {
  if (rows.length === 0) return [];
  const tests = practises({ settings });
  const [booked, spent] = await Promise.all([bookedBy(db, rows), spentBy(db, rows, tests)]);
  return rows.map((row) => {
    const key = keyOf(row);
    const { bookings = 0, confirmed = 0, account = false } = booked.find((one) => one.key === key) ?? {};
    const { id, country, first_name, last_name, created_at } = row;
    return {
      id,
      name: `${first_name} ${last_name}`.trim(),
      contact: row.email || row.phone,
      country,
      account,
      bookings,
      confirmed,
      spent: spent.filter((one) => one.key === key).map(({ amount, currency }) => ({ amount, currency })),
      last: created_at.toISOString(),
    };
  });
}

async function detailsOf(ctx: Context, bookingId: string): Promise<CustomerDetails | null> {
  const test = practises(ctx);
  const who = await whoIs(ctx.db, bookingId, test);
  if (!who) return null;
  const brought = await importedOf(ctx.db, who, test);
  const { anchor, row: newest } = await newestOf(ctx.db, who, brought);
  const [[customer], bookings, messages] = await Promise.all([
    customersOf(ctx, [newest]),
    bookingsOf(ctx.db, who),
    who.email === "" ? [] : messagesFrom(ctx.db, who.email.toLowerCase()),
  ]);
  return {
    customer: customer!,
    anchor,
    imported: brought ? { source: brought.source, tags: brought.tags, language: brought.language } : null,
    bookings: bookings.map((row) => ({
      id: row.id,
      reference: row.reference,
      status: row.status,
      date: row.date,
      time: row.start_time,
      title: inLocale(ctx.locale, row.title, row.title_es),
      people: row.number_of_people,
      total: { amount: row.total_price, currency: row.currency },
      stars: row.stars,
      comment: row.comment ?? "",
    })),
    messages: messages.map(({ id, subject, created_at, done_at }) => ({
      id,
      subject,
      at: created_at.toISOString(),
      done: done_at !== null,
    })),
  };
}
