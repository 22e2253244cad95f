import { type Kysely, sql } from "kysely";

// Staff book by hand as well: where a booking came from is kept. What they note about one stays as it was written; it may only be
// emptied, when its guest has everything about them deleted.
const statements = `
alter table bookings add column source text not null default 'web' check (source in ('web', 'admin'));

create table booking_notes (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings,
  author_id uuid references "user" on delete set null,
  text text not null check (length(text) <= 2000),
  at timestamptz not null
);
create index booking_notes_by_booking on booking_notes (booking_id, at);

create function refuse_note_change() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' or new.text not in ('', old.text) or coalesce(new.author_id, old.author_id) is distinct from old.author_id
    or (new.id, new.booking_id, new.at) is distinct from (old.id, old.booking_id, old.at) then
    raise exception 'booking_notes is append-only';
  end if;
  return new;
end $$;
create trigger booking_notes_are_append_only before update or delete on booking_notes
  for each row execute function refuse_note_change();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
