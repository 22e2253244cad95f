import type pg from "pg";

// Emails for measuring their log: as many as there are bookings, each written when its booking was made. Two in three are
// confirmations, one in nine is about an account, one in forty was withheld, one in ten thousand failed. Recipients are the bookings'
// addresses, or those of staff. Of what they say only the plain text is there, which PostgreSQL keeps in the row and which makes it
// as long as in real life; the rest it keeps apart.

const EMAILS = `
  insert into emails (id, dedupe_key, kind, language, recipient, booking_id, status, attempts, uncounted_tries, last_error, subject, text,
    created_at, sent_at)
  select uuidv7(at - now()), 'bench.' || id, kind, language, case when kind like 'staff%' then 'office' || h % 4 || '@ronda.test' else email end,
    case when kind ~ '^(account|staff_event|message)' then null else id end, status, 1, 0,
    case status when 'withheld' then 'the booking is cancelled' when 'failed' then '550 5.1.1 no such user' end,
    case when status = 'sent' then 'Your night out on ' || at::date end, left(repeat(md5(id::text), 32), 1000), at, case when status = 'sent' then at end
  from (
    select id, email, language, created_at as at, h,
      case when h < 660 then 'booking_confirmation' when h < 730 then 'booking_cancelled' when h < 830 then 'rating_request'
        when h < 900 then 'account_verify' when h < 940 then 'account_reset' when h < 960 then 'booking_link' when h < 980 then 'refund_sent'
        when h < 990 then 'message_answered' when h < 999 then 'staff_low_rating' when f % 50 = 0 then 'staff_event_died' else 'credit_given' end as kind,
      case when f % 40 = 1 then 'withheld' when f % 10000 = 7 then 'failed' when created_at > now() - interval '90 minutes' then 'queued' else 'sent' end as status
    from bookings, lateral (select abs(hashtext(id::text)) % 1000 as h, abs(hashtext('f' || id)) as f) x
  ) e
  order by at`;

const withoutIndexes = `drop index emails_by_time, emails_by_kind, emails_withheld, emails_by_recipient`;

/** Writes an email for each booking, unless there are any. */
export async function fillEmails(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from emails limit 1");
  if (rowCount) return;
  await client.query("set synchronous_commit = off; set statement_timeout = 0");
  const { rows } = await client.query<{ made: string }>(
    "select indexdef as made from pg_indexes where indexname in ('emails_by_time', 'emails_by_kind', 'emails_withheld', 'emails_by_recipient')",
  );
  await client.query(withoutIndexes);
  await client.query(EMAILS);
  for (const { made: result } of rows) await client.query(result);
  await client.query("vacuum (analyze) emails");
}
