import { existsSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { verifyPassword } from "better-auth/crypto";
import { codeOf } from "#db/seeds/demo/codes.ts";
import { loadSeed } from "#db/seeds/load.ts";
import { convert } from "#src/kernel/money.ts";
import { listCities, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { listInstagramPosts } from "#src/modules/site/content/queries.server.ts";
import { instagramEmbed } from "#src/modules/site/content/rules/instagram.ts";
import { nightsLackingGuides } from "#src/modules/evening/guides/queries.server.ts";
import { type EmailKind, KINDS } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { IVA_PERCENT, taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { testimonials } from "#src/modules/evening/reviews/queries.server.ts";
import { ratingOf } from "#src/modules/evening/reviews/store.server.ts";
import { rateCrawl } from "#src/modules/site/catalog/rate-crawl.server.ts";
import { listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { appSettings, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { BadSetting } from "#src/platform/env.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const TODAY = "2026-11-20";

describe("the demo data", () => {
  const database = freshDatabase({ DEMO_YEAR: "true" });
  const select = async <T>(query: string) => (await sql.raw<T>(query).execute(database.services.db)).rows;
  const load = () => loadSeed(database.services.db, database.services.settings, NOON);
  beforeAll(load);

  test("seats add up: available is what confirmed bookings and live holds leave", async () => {
    const wrong = await select(`
      select d.id, d.available_spots, d.total_spots from scheduled_crawls d
      where d.available_spots <> d.total_spots - (
        select coalesce(sum(b.number_of_people), 0) from bookings b where b.scheduled_crawl_id = d.id
          and (b.status = 'confirmed' or b.status = 'pending' and b.hold_expires_at > '${NOON.toISOString()}'))`);
    expect(wrong).toEqual([]);
  });

  test.each([
    ["open", "available_spots * 2 > total_spots"],
    ["filling up", "available_spots * 100 between total_spots * 21 and total_spots * 49"],
    ["nearly full", "available_spots > 0 and available_spots * 5 <= total_spots"],
    ["full", "available_spots = 0"],
    ["bookings disabled", "bookings_disabled"],
    ["early bird", "early_bird_sale and sale_price < 2000"],
    ["sale price", "not early_bird_sale and sale_price < 2000"],
    ["a price of its own", "price <> 2000"],
    ["external link", "external_booking_link is not null"],
    ["hidden total", "hide_total_spots"],
  ])("in the next 30 days the default crawl has a departure that is: %s", async (_, condition) => {
    const [row] = await select<{ departures: number }>(`
      select count(*)::int as departures from scheduled_crawls
      where status = 'scheduled' and date between '${TODAY}' and date '${TODAY}' + 30 and (${condition})
        and crawl_id::text = (select value from app_settings where key = 'default_crawl_id')`);
    expect(row!.departures).toBeGreaterThan(0);
  });

  test("the books say what bookings, payments and refunds say", async () => {
    expect(await checkLedger(database.ctx())).toBe(0);
    const [row] = await select<{ kinds: string }>(
      "select string_agg(distinct kind, ' ' order by kind) as kinds from ledger_entries",
    );
    expect(row!.kinds).toBe("captured commission_due commission_paid refund_promised refunded sale_taken_back sold");
  });

  test("90 days of departures of the four calendar crawls, several of them on some dates", async () => {
    const { calendarCrawlIds, defaultCrawlId, isOpen } = await appSettings(database.services);
    expect(calendarCrawlIds).toHaveLength(4);
    expect(isOpen).toBe(true);
    expect(calendarCrawlIds[0]).toBe(defaultCrawlId);
    const dates = await select<{ date: string; crawls: number }>(`
      select date, count(*)::int as crawls from scheduled_crawls
      where status = 'scheduled' and date between '${TODAY}' and date '${TODAY}' + 89
        and crawl_id::text in ('${calendarCrawlIds.join("','")}') group by date`);
    expect(dates).toHaveLength(90);
    expect(Math.max(...dates.map((row) => row.crawls))).toBe(4);
    expect(Math.min(...dates.map((row) => row.crawls))).toBe(1);
  });

  test.each([
    ["cdmx-halloween-crawl", 1, ["10-31"]],
    ["vip-bar-crawl", 24, ["Friday", "Saturday"]],
    ["mezcal-tasting", 24, ["Sunday", "Thursday"]],
  ])("the campaign %s has departures of its own, apart from the calendar's crawls", async (slug, least, days) => {
    const departures = await select<{ day: string; date: string; in_calendar: boolean }>(`
      select trim(to_char(d.date::date, 'Day')) as day, to_char(d.date::date, 'MM-DD') as date,
        position(c.id::text in (select value from app_settings where key = 'calendar_crawl_ids')) > 0 as in_calendar
      from scheduled_crawls d join pub_crawls c on c.id = d.crawl_id
      where c.slug = '${slug}' and d.status = 'scheduled' and d.date >= '${TODAY}'`);
    expect(departures.length).toBeGreaterThanOrEqual(least);
    const ids = new Set(departures.map(({ day, date }) => (days.includes(date) ? date : day)));
    expect([...ids].toSorted()).toEqual(days);
    expect(departures.every((departure) => !departure.in_calendar)).toBe(true);
  });

  test("every crawl has the stops that its promise about drinks asks for", async () => {
    const crawls = await select<{ slug: string; promise: string; venues: number; drinks: number }>(`
      select c.slug, c.includes[1] as promise, count(*) filter (where s.vouchers > 0)::int as venues,
        coalesce(sum(s.vouchers), 0)::int as drinks
      from pub_crawls c left join crawl_stops s on s.crawl_id = c.id where c.is_active group by c.id order by c.slug`);
    const build = (promise: string, venues: number, drinks: number) => {
      if (promise === "Welcome drinks at 4–5 venues") return venues >= 4 && venues <= 5 && drinks === venues;
      if (promise === "A welcome cocktail at each of 4 venues") return venues === 4 && drinks === 4;
      return promise === "Five mezcals, poured and explained" && drinks === 5;
    };
    expect(crawls).toHaveLength(7);
    expect(crawls.filter(({ promise, venues, drinks }) => !build(promise, venues, drinks))).toEqual([]);
  });

  test("the last stop varies as the specification says (2.5, item 7), in both languages", async () => {
    const [route] = await select<{ content: { stops: Record<"description" | "description_es", string>[] } }>(
      "select content from home_page_content where section_key = 'route'",
    );
    const last = route!.content.stops.at(-1)!;
    expect(last.description).toMatch(
      /^Varies: rooftop bar, a club in one district, or a monthly underground club in another\b/,
    );
    expect(last.description_es).toMatch(
      /^Varía: una terraza, un antro en una zona o un antro clandestino mensual en otra\b/,
    );
  });

  test.each([
    ["cdmx", "mexico-city"],
    ["oaxaca", "oaxaca"],
    ["puerto_vallarta", "puerto-escondido"],
  ] as const)("the site %s has a city with nights that can be booked in the coming week: %s", async (site, city) => {
    const ctx = database.ctx({ site });
    expect((await listCities(ctx)).map(({ id }) => id)).toContain(city);
    const crawls = (await listCrawls(ctx)).filter((crawl) => crawl.city_id === city).map(({ id }) => id);
    const nights = (await listDepartures(ctx)).filter(({ crawl_id }) => crawls.includes(crawl_id));
    const week = nights.filter(({ date, is_available }) => is_available && date < "2026-11-27");
    expect(week.length).toBeGreaterThan(0);
  });

  test("Instagram posts have drawn pictures of the repository and captions, and can be embedded", async () => {
    const posts = await listInstagramPosts(database.ctx());
    expect(posts.length).toBeGreaterThanOrEqual(4);
    for (const { link, picture, caption } of posts) {
      expect(instagramEmbed(link)).not.toBeNull();
      expect(existsSync(`public${picture}-320.avif`), picture!).toBe(true);
      expect(caption).not.toBe("");
    }
  });

  test("each crawl has the rating and the number of its own reviews, as the product counts them", async () => {
    const { db } = database.services;
    const stored = () => select<{ id: string; rating: number; review_count: number }>(RATED);
    const seeded = await stored();
    const crawls = seeded.filter(({ review_count }) => review_count > 0);
    expect(crawls.length).toBeGreaterThanOrEqual(4);
    expect(crawls.reduce((sum, { review_count }) => sum + review_count, 0)).toBe(
      (await select<{ count: number }>("select count(*)::int as count from ratings"))[0]!.count,
    );
    await db.transaction().execute(async (tx) => {
      for (const { id } of seeded) await rateCrawl(tx, id, await ratingOf(tx, id));
    });
    expect(await stored()).toEqual(seeded);
  });
  const RATED = "select id, rating::float8 as rating, review_count from pub_crawls order by id";

  test.each(["en", "es"] as const)(
    "three people say what they think of it, each with a country (%s)",
    async (locale) => {
      const result = await testimonials(database.ctx({ locale }), 3);
      expect(result).toHaveLength(3);
      for (const of of [result.map(({ author }) => author), result.map(({ text }) => text)])
        expect(new Set(of).size, of.join()).toBe(3);
      for (const { author, country } of result) expect([author, country]).not.toContain("");
    },
  );

  test("every city has a text in both languages and a picture", async () => {
    const cities = await select<{ description: string; description_es: string; image: string }>("select * from cities");
    expect(cities).toHaveLength(4);
    for (const { description, description_es, image } of cities) {
      expect(description_es).not.toBe(description);
      expect([description, description_es, image].every((text) => text.length > 10)).toBe(true);
    }
  });

  test("20 USD are 400 MXN because the price is set: the rate says otherwise", async () => {
    const { perUsd, date } = await currencyRates(database.services);
    expect(date).toBe(TODAY);
    expect(convert({ amount: 2000, currency: "USD" }, "MXN", perUsd).amount).not.toBe(40_000);
    const departures = await select<{ own: boolean; sale: boolean }>(
      `select d.price is null or d.prices ? 'MXN' as own, d.sale_price is null or d.sale_prices ? 'MXN' as sale
       from scheduled_crawls d`,
    );
    expect(departures.filter(({ own, sale }) => !own || !sale)).toEqual([]);
    expect(await select("select distinct prices from pub_crawls where price = 2000")).toEqual([
      { prices: { MXN: 40_000 } },
    ]);
    expect(Object.keys(perUsd).toSorted()).toEqual(["CAD", "EUR", "GBP", "MXN", "USD"]);
  });

  test("the README says of each coupon what it does", async () => {
    const rows = readFileSync("README.md", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    const coupons = await select<{ code: string; description: string }>("select code, description from coupons");
    const textOf = ({ code }: { code: string }) => rows.find((row) => row.includes(`\`${code}\``))?.toLowerCase();
    expect(coupons.length).toBeGreaterThan(0);
    for (const coupon of coupons) expect(textOf(coupon)).toContain(coupon.description.toLowerCase());
  });

  test("whatever was paid has its receipt, numbered from 1 without a gap", async () => {
    const [row] = await select(`
      select count(*)::int as receipts, max(folio) as last, min(folio) as first,
        (select last_folio from receipt_counters) as counter,
        (select count(*)::int from payments where amount > 0 and status = 'succeeded') as paid
      from receipts`);
    const { receipts } = row as { receipts: number };
    expect(receipts).toBeGreaterThan(0);
    expect(row).toEqual({ receipts, first: 1, last: receipts, counter: receipts, paid: receipts });
  });

  test("a paid booking has its payment, its tickets and a session that the sandbox can refund; no other has", async () => {
    const wrong = await select(`
      select b.id from bookings b left join payments p on p.purchase_id = b.id
        left join sandbox_sessions s on s.id = p.external_id and s.amount = b.total_price
      where (b.confirmed_at is not null) <> (p.id is not null)
        or (p.provider = 'sandbox') <> (s.id is not null)
        or (select count(*) from tickets t where t.booking_id = b.id and t.status = 'valid')
          <> case when b.status = 'confirmed' then b.number_of_people else 0 end`);
    expect(wrong).toEqual([]);
  });

  test("the customer has a booking in every state", async () => {
    const states = await select<{ state: string }>(`
      select b.status || coalesce(' ' || b.cancel_reason, '') || coalesce(', refund ' || r.status, '')
        || case when d.date < '${TODAY}' then ', past' else '' end
        || case when b.status = 'pending' and b.hold_expires_at > '${NOON.toISOString()}' then ', held' else '' end as state
      from bookings b join "user" u on u.id = b.user_id join scheduled_crawls d on d.id = b.scheduled_crawl_id
        left join refunds r on r.purchase_id = b.id where u.email = 'lucia@ronda.test' order by state`);
    expect([...new Set(states.map((row) => row.state))]).toEqual([
      "cancelled customer, refund succeeded",
      "cancelled departure_cancelled, refund succeeded",
      "cancelled expired",
      "cancelled payment_cancelled",
      "confirmed",
      "confirmed, past",
      "pending, held",
    ]);
  });

  const CITY_OF_CRAWL = "select city_id from pub_crawls where slug = 'mexico-city'";
  test("demo accounts sign in with the demo password, and those of ADMIN_EMAILS are admins", async () => {
    const accounts = await select<{ email: string; role: string; city_ids: string[] | null; password: string }>(`
      select u.email, u.role, u.city_ids, a.password from "user" u join account a on a.user_id = u.id join profiles p on p.id = u.id
      where a.provider_id = 'credential' and u.email_verified order by u.email`);
    expect(accounts.map(({ email, role, city_ids }) => [email, role, city_ids])).toEqual([
      ["admin@ronda.test", "admin", null],
      ["lucia@ronda.test", "user", null],
      ["mateo@ronda.test", "guide", [(await select<{ city_id: string }>(CITY_OF_CRAWL))[0]!.city_id]],
      ["ops@ronda.test", "admin", null],
    ]);
    for (const { password } of accounts)
      expect(await verifyPassword({ hash: password, password: "ronda-demo-2026" })).toBe(true);
  });

  test("the coming nights have their guides, but for one of tonight where there are several", async () => {
    const lacking = (days: number) =>
      nightsLackingGuides(
        database.ctx({
          now: new Date(NOON.getTime() + days * 86_400_000),
          actor: { kind: "user", role: "manager" },
        }),
      );
    const [first, ...others] = await lacking(0);
    expect([first?.gap, others]).toEqual(["nobody", []]);
    for (const days of [1, 2, 3, 4]) expect(await lacking(days)).toEqual([]);
    const clashes = await select(`
      select a.id from shifts a join scheduled_crawls x on x.id = a.departure_id
        join shifts b on b.user_id = a.user_id and b.id <> a.id join scheduled_crawls y on y.id = b.departure_id
      where x.starts_at < y.ends_at and y.starts_at < x.ends_at`);
    expect(clashes).toEqual([]);
  });

  test("the year before has nights and bookings in every month, more of them at weekends, and some that went wrong", async () => {
    const past = `scheduled_crawls d join bookings b on b.scheduled_crawl_id = d.id where d.date < '${TODAY}'`;
    const months = await select<{ month: string; guests: number }>(`
      select to_char(d.date, 'YYYY-MM') as month, sum(number_of_people)::int as guests from ${past} and b.status = 'confirmed'
      group by 1 order by 1`);
    expect([months.length, months[0]!.month, months.at(-1)!.month]).toEqual([13, "2025-11", "2026-11"]);
    expect(Math.min(...months.map(({ guests }) => guests))).toBeGreaterThan(100);
    const [day] = await select<Record<"saturday" | "monday" | "december" | "september", number>>(`
      select sum(number_of_people) filter (where extract(dow from d.date) = 6)::int as saturday,
        sum(number_of_people) filter (where extract(dow from d.date) = 1)::int as monday,
        sum(number_of_people) filter (where extract(month from d.date) = 12)::int as december,
        sum(number_of_people) filter (where extract(month from d.date) = 9)::int as september from ${past}`);
    expect(day!.saturday).toBeGreaterThan(2 * day!.monday);
    expect(day!.december).toBeGreaterThan(1.5 * day!.september);
    const reasons = await select<{ reason: string }>(
      `select distinct b.cancel_reason as reason from ${past} and b.cancel_reason is not null order by 1`,
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(["customer", "departure_cancelled", "expired"]);
  });

  test("nobody is before their time: booked before the night and never after today, written to after it", async () => {
    const wrong = await select(`
      select b.id from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id
        left join ratings r on r.booking_id = b.id
      where b.created_at > '${NOON.toISOString()}' or d.date < '${TODAY}' and b.confirmed_at > d.starts_at
        or b.cancelled_at < b.created_at or b.cancelled_at > '${NOON.toISOString()}' or r.created_at < d.starts_at
        or r.created_at > '${NOON.toISOString()}'`);
    expect(wrong).toEqual([]);
    expect(
      await select(`select id from emails where sent_at > timestamptz '${NOON.toISOString()}' + interval '1 minute'`),
    ).toEqual([]);
  });

  test("reviews in both languages, low ones answered or open, some published; messages open and answered; emails that can be read", async () => {
    const [words] = await select<Record<string, number>>(`select
      (select count(*) from ratings where language = 'en' and comment <> '')::int as english,
      (select count(*) from ratings where language = 'es' and comment <> '')::int as spanish,
      (select count(*) from ratings where published)::int as published,
      (select count(*) from ratings where stars <= 2 and handled_at is null)::int as open,
      (select count(*) from rating_answers)::int as replies,
      (select count(*) from contact_messages where status = 'new')::int as new,
      (select count(*) from message_answers)::int as answers,
      (select count(distinct kind) from emails)::int as kinds`);
    for (const [what, count] of Object.entries(words!)) expect(count, what).toBeGreaterThan(0);
    const emails = await select<{ kind: EmailKind; payload: unknown }>(
      "select distinct on (kind) kind, payload from emails",
    );
    for (const { kind, payload } of emails) expect(KINDS[kind].payload.safeParse(payload).success, kind).toBe(true);
  });

  test("the past year's codes and taxes are what the product would have made", async () => {
    const [ticket] = await select<{ code: string }>("select code from tickets order by created_at limit 1");
    expect(ticket!.code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
    expect(await select(`select reference from bookings where reference = 'RND-${codeOf(1_000_001)}'`)).toHaveLength(1);
    const taxes = await select<{ amount: number; tax_amount: number }>(
      "select distinct amount, tax_amount from receipts",
    );
    for (const { amount, tax_amount } of taxes) expect(tax_amount).toBe(taxWithin(amount, IVA_PERCENT));
  });

  test("loading again changes nothing", async () => {
    const count = () =>
      select(`select (select count(*) from bookings) as bookings, (select count(*) from scheduled_crawls) as departures,
        (select count(*) from coupons) as coupons, (select count(*) from "user") as users`);
    const before = await count();
    await load();
    await loadSeed(database.services.db, { ...database.services.settings, RONDA_SEED: "empty" }, NOON);
    expect(await count()).toEqual(before);
  });

  test("production refuses a database that holds it", async () => {
    const production = { ...database.services.settings, RONDA_SEED: "empty" as const, production: true };
    await expect(loadSeed(database.services.db, production, NOON)).rejects.toThrow(BadSetting);
  });
});

describe("the empty seed", () => {
  const database = freshDatabase({ RONDA_SEED: "empty" });
  const cities = () => database.services.db.selectFrom("cities").selectAll().execute();

  test("has exchange rates and nothing else, is closed for sale, and stays empty", async () => {
    const { db, settings } = database.services;
    await loadSeed(db, settings, NOON);
    expect((await currencyRates(database.services)).perUsd.MXN).toBe(18.5);
    expect(await loadSeed(db, { ...settings, RONDA_SEED: "demo" }, NOON)).toBe("empty");
    expect(await cities()).toEqual([]);
    expect((await appSettings(database.services)).isOpen).toBe(false);
    expect(await db.selectFrom("user").selectAll().execute()).toEqual([]);
  });
});
