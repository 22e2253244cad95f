import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { median } from "#bench/measure.ts";
import { closeMonth, finishClosing } from "#src/modules/partners/commission/close-month.server.ts";
import { statementOf, statementsPage } from "#src/modules/partners/commission/queries.server.ts";
import { type Context, type Services, systemContext } from "#src/platform/context.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";

// What a partner's statement of 10,000 bookings takes to read, and what closing a month of 2,000 partners does, of whom one has
// those, the others ten each. Without drawing it: a file or a page is beside that.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder });
const admin = new pg.Client(cluster.url());
await admin.connect();
await admin.query("create database product");
await admin.end();
const url = cluster.url("product");
await migrate(url);
const pool = openPool(url);

const FILL = `
  insert into currency_rates (currency, per_usd, date) values ('USD', 1, '2026-11-01'), ('MXN', 20, '2026-11-01') on conflict do nothing;
  insert into cities (id, name, time_zone) values ('mexico-city', 'Mexico City', 'America/Mexico_City') on conflict do nothing;
  insert into pub_crawls (slug, title, city_id) values ('bench', 'Bench', 'mexico-city');
  insert into scheduled_crawls (crawl_id, date, start_time, end_time, starts_at, ends_at, sales_close_at, total_spots, available_spots)
    select id, day, '20:00', '23:59', day + time '20:00', day + time '23:59', day + time '20:00', 4000, 4000
    from pub_crawls, generate_series(date '2026-11-01', '2026-11-30', interval '1 day') day where slug = 'bench';
  insert into partners (name, code, created_at) select 'Hostel ' || n, 'hostel-' || n, now() from generate_series(1, 2000) n;
  insert into partner_terms (partner_id, version, valid_from, basis, kind, value, tiers, created_at)
    select id, 1, '2026-01-01', 'confirmed', 'percentage', 1000, '[{"from_people": 8, "value": 1200}]', now() from partners;
  insert into bookings (reference, scheduled_crawl_id, crawl_id, site_tag, language, status, hold_expires_at, first_name, last_name, email,
      phone, country, number_of_people, currency, unit_price, subtotal, total_price, base_currency, rate, rate_date, refund_rule,
      refund_rule_version, confirmed_at, partner_id, partner_reason)
    select 'BENCH' || row_number() over (), d.id, d.crawl_id, 'cdmx', 'es', 'confirmed', now(), 'Sofía', 'Núñez', 'sofia@guest.test', '', 'MX', 2,
      'MXN', 40000, 80000, 80000, 'MXN', 1, '2026-11-01', 'full_until_24h', '1', now(), p.id, 'link'
    from partners p cross join lateral generate_series(1, case when p.code = 'hostel-1' then 10000 else 10 end) n
      join lateral (select id, crawl_id from scheduled_crawls where date = date '2026-11-01' + n % 30) d on true;
  insert into ledger_entries (posting, line, kind, at, account, amount, currency, purchase_id, test)
    select 'booking:' || id || ':sold', side, 'sold', now(), case side when 0 then 'guest' else 'revenue' end,
      case side when 0 then 80000 else -80000 end, 'MXN', id, false from bookings, generate_series(0, 1) side;
  insert into commission_lines (partner_id, booking_id, month, service_date, kind, cause, came, people, sale, amount, terms_id, rule, test, at)
    select b.partner_id, b.id, '2026-11', d.date, 'accrued', 'confirmed', 2, 2, 80000, 8000, t.id,
      '{"kind": "percentage", "value": 1000, "basis": "confirmed", "version": 1, "exception": false, "tier": null}', false, now()
    from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id join partner_terms t on t.partner_id = b.partner_id;
  insert into ledger_entries (posting, line, kind, at, account, amount, currency, purchase_id, test)
    select 'commission:' || id, side, 'commission_due', now(), case side when 0 then 'commission' else 'affiliate_due' end,
      case side when 0 then 8000 else -8000 end, 'MXN', booking_id, false from commission_lines, generate_series(0, 1) side;`;
// the pool's own connections give up on what takes so long
const filling = new pg.Client(url);
await filling.connect();
await filling.query(FILL);
await filling.query("vacuum analyze");
await filling.end();

const settings = { ...readSettings({ BASE_URL: "http://ronda.test" }), PAYMENTS_MODE: "live" as const };
const services = {
  pool,
  db: openDb(pool),
  settings,
  publish: () => Promise.resolve(),
  clock: () => new Date("2026-12-02T18:00:00Z"),
} as unknown as Services;
const system = systemContext(services);
const { id: userId } = await services.db
  .insertInto("user")
  .values({ name: "Bench", email: "admin@bench.test", email_verified: true, role: "admin", two_factor_enabled: true })
  .returning("id")
  .executeTakeFirstOrThrow();
const ctx: Context = { ...system, actor: { ...system.actor, kind: "user", role: "admin", secondFactor: true, userId } };
const month = "2026-11";
const { id: partnerId } = await services.db
  .selectFrom("partners")
  .select("id")
  .where("code", "=", "hostel-1")
  .executeTakeFirstOrThrow();

async function timed(name: string, times: number, work: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    await work();
    took.push(performance.now() - start);
  }
  console.log(`${name}: ${median(took).toFixed(0)} ms`);
}

await timed("statement of 10,000 bookings, before closing", 9, () => statementOf(ctx, { partnerId, month }));
await timed("ask for closing a month of 2,000 partners and 29,990 bookings", 1, () => closeMonth(ctx, { month }));
await timed("close it, by the job", 1, () => finishClosing(system, { month, test: false }));
await timed("statement of 10,000 bookings and 20,000 lines, closed", 9, () => statementOf(ctx, { partnerId, month }));
await timed("all 2,000 statements of a month", 9, () => statementsPage(ctx, { month, page: 1 }));
await pool.end();
await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
