import type { Statements } from "#src/platform/db.server.ts";

const NEW = `
  with b as (
    insert into bookings (reference, scheduled_crawl_id, crawl_id, site_tag, language, status, hold_expires_at, first_name, last_name,
      email, phone, country, number_of_people, currency, unit_price, subtotal, total_price, base_currency, rate, rate_date,
      refund_rule, refund_rule_version, confirmed_at)
    select 'RND-' || upper(substr(md5(random()::text), 1, 8)), d.id, d.crawl_id, 'cdmx', 'en', 'confirmed', now(), 'Ana', 'Ríos',
      'guest@bench.test', '', 'MX', 1, 'MXN', 40000, 40000, 40000, 'USD', 20, current_date, 'full_until_24h', '1', now()
    from scheduled_crawls d, generate_series(1, $2::int) where d.id = $1 returning id)
  insert into tickets (booking_id, position, guest_name, code) select id, 1, 'Ana Ríos', upper(substr(md5(random()::text), 1, 8)) from b
  returning id`;

/** The tickets of as many new guests of a night, each with a booking of their own. */
export async function newTickets(on: Statements, departure: string, count: number): Promise<string[]> {
  const { rows } = await on.query<{ id: string }>({ text: NEW, values: [departure, count] });
  return rows.map(({ id }) => id);
}
