import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// What staff find a booking by (docs/decisions/149): the names of all its guests in any spelling, its address, reference and number.
// `findable` is `folded` of kernel/spelling.ts. `searchable` and `search_text` stay for the release before. What was booked before is
// filled in by a job (bookings.fill-words), and found as it was until then. And messages that may be spam, which were thrown away.
const MARKS =
  "[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200c\\u200d\\u20d0-\\u20ff\\ufe00-\\ufe0f\\ufe20-\\ufe2f]";
const statements = `
create function findable(words text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(translate(words, '´', ''), nfkd), '${MARKS}', '', 'g') collate pg_c_utf8),
      'łøđðħŧıĸςŋƙɓɗىیک‐‑‒–—―−''’‘‛ʼʻʹʾʿˈ′\`＇',
      'loddhtikσnkbdييك-------'
    ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ə', 'e')
$$;

create function booking_words(first_name text, last_name text, email text, reference text, phone text, additional_names text[])
returns text language sql immutable parallel safe as $$
  select findable(concat_ws(' ', first_name, last_name, email, reference,
    regexp_replace(regexp_replace(phone, ' ext\\. \\d+$', ''), '\\D', '', 'g'), array_to_string(additional_names, ' ')))
$$;

alter table bookings add column found_by text collate "C";
alter table contact_messages add column is_suspect boolean not null default false;

create function keep_booking_words() returns trigger language plpgsql as $$
begin
  new.found_by := booking_words(new.first_name, new.last_name, new.email, new.reference, new.phone, new.additional_names);
  return new;
end $$;
create trigger bookings_keep_words before insert or update of first_name, last_name, email, reference, phone, additional_names
  on bookings for each row execute function keep_booking_words();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
