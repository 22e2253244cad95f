import { sql } from "kysely";
import { PLANS } from "#db/seeds/demo/calendar.ts";
import { CODE_ALPHABET, CODE_FACTOR, FIRST_TICKET } from "#db/seeds/demo/codes.ts";
import { CITIES, CRAWLS } from "#db/seeds/demo/crawls.ts";
import { COUNTRIES, NAMES } from "#db/seeds/demo/guests.ts";
import { COMMENTS, QUESTIONS, REPLIES } from "#db/seeds/demo/words.ts";
import { RATES } from "#db/seeds/rates.ts";
import { linesOf, type PostingKind } from "#src/modules/base/ledger/rules/accounts.ts";
import { IVA_PERCENT } from "#src/modules/books/receipts/rules/receipt.ts";
import { LOW_STARS } from "#src/modules/evening/reviews/rules/review.ts";
import type { Tx } from "#src/platform/db.server.ts";

const ZONE = CITIES[0]!.time_zone;

/** Demand by month (January first) and by weekday (Sunday first), as a share of a full night: winter, Easter and July are high. */
const SEASON = [0.6, 0.55, 0.7, 0.7, 0.4, 0.45, 0.7, 0.65, 0.35, 0.6, 0.55, 0.8];
const WEEKDAY = [0.5, 0.35, 0.4, 0.5, 0.7, 1, 1];

/** References and ticket codes of the year start here: far above those of the bookings to come. */
const FIRST_CODE = 1_000_000;

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** An id as version 4 writes it, the same for the same seed: a day has the same demo data each time. */
const idOf = (seed: string) => sql.raw(`overlay(overlay(md5(${seed}) placing '4' from 13) placing '8' from 17)::uuid`);

/** A number from 0 to `below` - 1 that looks random and is the same at every load of the same day. */
const pick = (seed: string, below: number) => sql.raw(`(hashtext(${seed}) & 2147483647) % ${below}`);

/** The n-th of 30⁶ codes, as `codeOf` makes them. */
function codeAt(n: string) {
  const rest = `((${n} + 1 + ${FIRST_CODE})::bigint * ${CODE_FACTOR} % 729000000)`;
  const digit = (power: number) => `substr('${CODE_ALPHABET}', 1 + (${rest} / ${30 ** power} % 30)::int, 1)`;
  return sql.raw([0, 1, 2, 3, 4, 5].map(digit).join(" || "));
}

/**
 * The year before `now`: nights by weekday and season, their bookings with everything that follows from them, reviews, messages and
 * the email log. Made by the database itself, from its own rows. Returns how many receipts there are.
 */
export async function insertYear(tx: Tx, now: Date, staffId: string): Promise<number> {
  await insertNights(tx, now);
  await insertGuests(tx, now);
  const receipts = await insertMoney(tx);
  await insertWords(tx, now, staffId);
  await insertEmails(tx, now);
  return receipts;
}

async function insertNights(tx: Tx, now: Date) {
  const plans = CRAWLS.flatMap(({ id, slug }) => {
    const plan = PLANS[slug];
    return plan ? [{ id, start: plan.hours[0], end: plan.hours[1], seats: plan.seats, weekdays: plan.weekdays }] : [];
  });
  await sql`
    create temp table past_nights on commit drop as
    select ${idOf("'night' || p.id || day::date")} as id, p.id as crawl_id, day::date as date, p.start, p."end", p.seats,
      (day::date + p.start::time) at time zone ${ZONE} as starts_at,
      (day::date + p."end"::time + case when p."end" < p.start then interval '1 day' else interval '0' end)
        at time zone ${ZONE} as ends_at,
      ${pick("p.id::text || day::date", 47)} = 0 as is_cancelled,
      least(p.seats, round(p.seats * (${json(SEASON)} ->> extract(month from day)::int - 1)::numeric
        * (${json(WEEKDAY)} ->> extract(dow from day)::int)::numeric
        * (60 + ${pick("'sold' || p.id || day::date", 60)}) / 100))::int as sold
    from (select (${now}::timestamptz at time zone ${ZONE})::date as today) t,
      generate_series(t.today - 365, t.today - 1, interval '1 day') day,
      jsonb_to_recordset(${json(plans)}) as p(id uuid, start text, "end" text, seats int, weekdays text)
    where position(extract(dow from day)::int::text in p.weekdays) > 0
      and not exists (select from scheduled_crawls d where d.crawl_id = p.id and d.date = day::date)`.execute(tx);
  await sql`
    insert into scheduled_crawls (id, crawl_id, date, start_time, end_time, starts_at, ends_at, sales_close_at, total_spots,
      available_spots, status, created_at)
    select id, crawl_id, date, start, "end", starts_at, ends_at, starts_at, seats, seats,
      case when is_cancelled then 'cancelled' else 'scheduled' end, starts_at - interval '60 days'
    from past_nights`.execute(tx);
}

/** Groups fill a night until it has its guests. Some change their mind, some never pay; a night that is cancelled refunds all. */
async function insertGuests(tx: Tx, now: Date) {
  await sql`
    create temp table past_bookings on commit drop as
    with groups as (
      select n.*, i, ('{4,2,6,3,2,8,4,5}'::int[])[1 + ${pick("n.id::text || i", 8)}] as size,
        (${pick("'end' || n.id || i", 100)})::int as fate, (${pick("'lead' || n.id || i", 20_000)})::int as lead
      from past_nights n, generate_series(1, 12) i
    ), seated as (
      select *, sum(size) over (partition by id order by i) - size as before from groups
    ), ended as (
      select *, least(size, sold - before)::int as people,
        -- most book days ahead, every fifth on the very day
        starts_at - case when lead % 5 = 0 then interval '30 minutes' + lead % 500 * interval '1 minute'
          else interval '26 hours' + lead * interval '1 minute' end as created_at,
        case when is_cancelled then 'departure_cancelled' when fate < 6 then 'expired' when fate < 11 and lead % 5 > 0 then 'customer'
        end as reason
      from seated where before < sold
    )
    select ${idOf("'group' || e.id || e.i")} as id, row_number() over (order by e.created_at, e.id, e.i) as n, e.id as night_id,
      e.crawl_id, e.date, e.start, e.starts_at, e.people, e.created_at, e.reason, e.reason is distinct from 'expired' as is_paid,
      e.created_at + interval '4 minutes' as paid_at,
      case e.reason when 'expired' then e.created_at + interval '31 minutes'
        when 'customer' then least(e.created_at + interval '12 hours', ${now}, e.starts_at - interval '25 hours')
        when 'departure_cancelled' then greatest(e.starts_at - interval '5 hours', e.created_at + interval '10 minutes')
      end as cancelled_at,
      g.first_name, g.guest, g.country, case when g.country in ('MX', 'AR') then 'es' else 'en' end as language, c.title, c.title_es,
      case when e.fate % 3 = 0 then 'USD' else 'MXN' end as currency,
      case when e.fate % 3 = 0 then c.price else (c.prices ->> 'MXN')::int end as unit_price,
      (c.prices ->> 'MXN')::numeric / c.price as pesos, gen_random_uuid() as payment_id, gen_random_uuid() as refund_id,
      ('{card,card,card,apple_pay,paypal,card}'::text[])[1 + e.fate % 6] as method
    from ended e join pub_crawls c on c.id = e.crawl_id,
      lateral (select (${pick("'guest' || e.id || e.i", 2500)})::int as guest) who,
      lateral (select ${json(NAMES)} ->> guest % ${NAMES.length} as first_name, ${json(COUNTRIES)} ->> guest % ${COUNTRIES.length}
        as country, guest) g
    where e.created_at < ${now}`.execute(tx);
  await sql`
    insert into bookings (id, reference, scheduled_crawl_id, crawl_id, site_tag, language, status, cancel_reason, hold_expires_at,
      first_name, last_name, email, phone, country, number_of_people, currency, unit_price, subtotal, total_price, base_currency,
      rate, peso_rate, rate_date, refund_rule, refund_rule_version, test, created_at, confirmed_at, cancelled_at)
    select id, 'RND-' || ${codeAt("n")}, night_id, crawl_id, 'cdmx', language, case when reason is null then 'confirmed' else 'cancelled'
      end, reason, created_at + interval '31 minutes', first_name, 'Demo ' || guest + 1,
      lower(first_name) || '.' || guest + 1 || '@guests.test', '+52 55 0000 ' || lpad((guest + 1)::text, 4, '0'), country, people,
      currency, unit_price, unit_price * people, unit_price * people, 'USD', case currency when 'MXN' then ${RATES.MXN}::numeric else 1 end,
      case currency when 'USD' then pesos end, created_at::date, 'full_until_24h', '2025-05-21', true, created_at,
      case when is_paid then paid_at end, cancelled_at
    from past_bookings`.execute(tx);
  await sql`
    update scheduled_crawls d set available_spots = total_spots - people
    from (select night_id, sum(people)::int as people from past_bookings where reason is null group by night_id) taken
    where d.id = night_id`.execute(tx);
  await sql`
    insert into tickets (booking_id, position, guest_name, code, status, created_at)
    select id, position, case position when 1 then first_name || ' Demo ' || guest + 1 else '' end,
      ${codeAt(`${FIRST_TICKET} + row_number() over (order by n, position)`)}, case when reason is null then 'valid' else 'void' end, paid_at
    from past_bookings, generate_series(1, people) position where is_paid`.execute(tx);
}

async function insertMoney(tx: Tx): Promise<number> {
  await sql`
    insert into payments (id, purchase_id, attempt, provider, method, mode, external_id, status, amount, currency, charged_amount,
      charged_currency, placement, expires_at, created_at, settled_at)
    select payment_id, id, 1, 'sandbox', method, 'sandbox', 'demo_' || payment_id, 'succeeded', unit_price * people, currency,
      unit_price * people, currency, 'in_time', created_at + interval '31 minutes', paid_at, paid_at
    from past_bookings where is_paid`.execute(tx);
  await sql`
    insert into sandbox_sessions (id, idempotency_key, state, method, client_reference, amount, charged_amount, currency, description,
      customer_email, language, success_url, cancel_url, expires_at, created_at, paid_at)
    select 'demo_' || payment_id, payment_id::text, 'paid', method, id::text, unit_price * people, unit_price * people, currency, 'Demo',
      lower(first_name) || '.' || guest + 1 || '@guests.test', language, '/booking-confirmation/' || id, '/booking-confirmation/' || id,
      created_at + interval '31 minutes', created_at, paid_at
    from past_bookings where is_paid`.execute(tx);
  await sql`
    insert into refunds (id, payment_id, purchase_id, amount, taken_back, currency, reason, status, idempotency_key, external_id, attempts,
      due_at, created_at, updated_at)
    select refund_id, payment_id, id, unit_price * people, unit_price * people, currency, reason, 'succeeded', 'demo:' || payment_id,
      'demo_refund_' || payment_id, 1, cancelled_at, cancelled_at, cancelled_at
    from past_bookings where is_paid and cancelled_at is not null`.execute(tx);
  await sql`
    insert into sandbox_refunds (id, session_id, idempotency_key, amount, currency, state, created_at)
    select 'demo_refund_' || payment_id, 'demo_' || payment_id, 'demo:' || payment_id, unit_price * people, currency, 'succeeded',
      cancelled_at
    from past_bookings where is_paid and cancelled_at is not null`.execute(tx);
  await insertEntries(tx);
  const { rows } = await sql<{ receipts: number }>`
    with made as (
      insert into receipts (purchase_id, payment_id, site_tag, test, folio, issued_at, language, currency, amount, tax_percent, tax_amount,
        pesos_amount, provider, method, seller, lines)
      select id, payment_id, 'cdmx', true, row_number() over (order by paid_at, n), paid_at, language, currency, total,
        ${IVA_PERCENT}::int, total - round(total / (1 + ${IVA_PERCENT}::numeric / 100)),
        round(total * case currency when 'USD' then pesos else 1 end), 'sandbox', method,
        jsonb_build_object('name', 'Ronda', 'rfc', '', 'address', ''),
        jsonb_build_object('reference', 'RND-' || ${codeAt("n")}, 'crawl', title, 'crawl_es', title_es, 'date', date, 'start_time', start,
          'time_zone', ${ZONE}::text, 'people', people, 'change', null, 'unit_price', unit_price, 'subtotal', total, 'add_ons', 0,
          'discount', 0, 'coupon_code', null, 'credit', 0)
      from past_bookings, lateral (select unit_price * people as total) t where is_paid
      returning 1
    ) select count(*)::int as receipts from made`.execute(tx);
  return rows[0]!.receipts;
}

/** What the books say of a sale, and of one that was taken back. */
async function insertEntries(tx: Tx) {
  const moves: { kind: PostingKind; key: string; ofRefund: boolean }[] = [
    { kind: "sold", key: "booking:{booking}:sold", ofRefund: false },
    { kind: "captured", key: "payment:{payment}:captured", ofRefund: false },
    { kind: "sale_taken_back", key: "refund:{refund}:taken_back", ofRefund: true },
    { kind: "refund_promised", key: "refund:{refund}:promised", ofRefund: true },
    { kind: "refunded", key: "refund:{refund}:1:refunded", ofRefund: true },
  ];
  const lines = moves.flatMap((move) =>
    linesOf({ kind: move.kind, amount: 1 }).map(({ account, amount }, line) => ({
      ...move,
      account,
      sign: amount,
      line,
    })),
  );
  await sql`
    insert into ledger_entries (posting, line, kind, at, account, provider, amount, currency, purchase_id, payment_id, refund_id, test)
    select replace(replace(replace(l.key, '{booking}', b.id::text), '{payment}', payment_id::text), '{refund}', refund_id::text), line, kind,
      case when "ofRefund" then cancelled_at else paid_at end, account, case account when 'clearing' then 'sandbox' end,
      sign * unit_price * people, currency, b.id, payment_id, case when "ofRefund" then refund_id end, true
    from past_bookings b, jsonb_to_recordset(${json(lines)})
      as l(kind text, key text, "ofRefund" boolean, account text, sign int, line int)
    where is_paid and (cancelled_at is not null or not "ofRefund")
    order by 4, b.n, line`.execute(tx);
}

/** Every fourth group rates its night, which its crawl counts; what is low was answered, except the last two. Messages likewise. */
async function insertWords(tx: Tx, now: Date, staffId: string) {
  await sql`
    insert into rating_requests (booking_id, asked_at)
    select id, starts_at + interval '18 hours' from past_bookings where reason is null and starts_at < ${now}::timestamptz - interval '18 hours'`.execute(
    tx,
  );
  await sql`
    with words as (
      select *, row_number() over (partition by language order by ordinal) - 1 as at, count(*) over (partition by language) as of,
        row_number() over (partition by language, stars = 5 and comment <> '' order by ordinal) % 3 as turn
      from jsonb_to_recordset(${json(COMMENTS.map((words, ordinal) => ({ ...words, ordinal })))})
        as w(stars int, language text, comment text, ordinal int)
    ), given as (
      select b.id, b.crawl_id, b.language, w.stars, case when ${pick("'silent' || b.id", 100)} < 55 then '' else w.comment end as comment,
        -- what is published is said by guests of different names
        b.guest % ${NAMES.length} % 3 = w.turn as is_turn, b.starts_at + interval '20 hours' as at
      from past_bookings b join words w on w.language = b.language and w.at = ${pick("'words' || b.id", 1_000_000)} % w.of
      where b.reason is null and ${pick("'rated' || b.id", 4)} = 0 and b.starts_at + interval '20 hours' < ${now}
    )
    insert into ratings (booking_id, crawl_id, stars, comment, consent, published, language, created_at, handled_at, handled_by)
    select id, crawl_id, stars, comment,
      -- a crawl's page says each of these things once; what is published was agreed to as well
      comment <> '' and (row_number() over (partition by crawl_id, comment order by at desc, id) = 1
        or stars = 5 and row_number() over (partition by comment order by is_turn desc, at desc, id) = 1),
      stars = 5 and comment <> '' and row_number() over (partition by comment order by is_turn desc, at desc, id) = 1, language, at,
      case when is_old then at + interval '9 hours' end, case when is_old then ${staffId}::uuid end
    from (
      select *, stars <= ${LOW_STARS} and row_number() over (partition by stars <= ${LOW_STARS} order by at desc) > 2 as is_old from given
    ) g`.execute(tx);
  await sql`
    update pub_crawls c set rating = given.rating, review_count = given.reviews
    from (select crawl_id, round(avg(stars), 1) as rating, count(*)::int as reviews from ratings group by crawl_id) given
    where c.id = given.crawl_id`.execute(tx);
  await sql`
    insert into rating_answers (rating_id, form_key, text, answered_by, created_at)
    select id, 'demo-' || id, ${json(REPLIES)} ->> language, ${staffId}::uuid, handled_at from ratings where handled_at is not null`.execute(
    tx,
  );
  await sql`
    create temp table past_messages on commit drop as
    select gen_random_uuid() as id, m.*, i, ${now}::timestamptz - i * interval '61 hours' - interval '3 hours' as at
    from generate_series(0, 60) i
      join jsonb_to_recordset(${json(QUESTIONS.map((question, ordinal) => ({ ...question, ordinal })))})
        as m(language text, subject text, message text, answer text, ordinal int) on m.ordinal = i % ${QUESTIONS.length}`.execute(
    tx,
  );
  await sql`
    insert into contact_messages (id, form_key, request_hash, name, email, subject, message, language, site_tag, status, done_at, done_by,
      created_at)
    select id, 'demo-' || id, md5(id::text), ${json(NAMES)} ->> i % ${NAMES.length} || ' Demo', 'writer.' || i + 1 || '@guests.test',
      subject, message, language, 'cdmx', case when i < 3 then 'new' else 'done' end, case when i >= 3 then at + interval '5 hours' end,
      case when i >= 3 then ${staffId}::uuid end, at
    from past_messages`.execute(tx);
  await sql`
    insert into message_answers (message_id, form_key, text, answered_by, created_at)
    select id, 'demo-' || id, answer, ${staffId}::uuid, at + interval '5 hours' from past_messages where i >= 3`.execute(
    tx,
  );
}

/** Of the last 120 days: the tickets that were sent, the questions after each night, the refunds. They are drawn anew when read. */
async function insertEmails(tx: Tx, now: Date) {
  await sql`
    insert into emails (dedupe_key, kind, language, recipient, booking_id, payload, status, attempts, captured, created_at, sent_at)
    select 'booking.' || id || '.' || m.key, m.kind, language, lower(first_name) || '.' || guest + 1 || '@guests.test', id, m.payload, 'sent', 1,
      true, m.at, m.at + interval '3 seconds'
    from past_bookings b, lateral (values
      (is_paid, 'booking_confirmation', 'confirmation.1', '{}'::jsonb, paid_at),
      (is_paid and reason is not null, 'booking_cancelled', 'cancellation.1', '{}', cancelled_at),
      (is_paid and reason is not null, 'refund_sent', 'refund.' || refund_id || '.1', jsonb_build_object('refundId', refund_id),
        cancelled_at + interval '2 minutes'),
      (exists (select from rating_requests r where r.booking_id = b.id), 'rating_request', 'rating.1', '{}', starts_at + interval '18 hours')
    ) as m(is_sent, kind, key, payload, at)
    where m.is_sent and m.at between ${now}::timestamptz - interval '120 days' and ${now}
    order by m.at`.execute(tx);
}
