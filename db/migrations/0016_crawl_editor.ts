import { type Kysely, sql } from "kysely";

// Crawls are edited by several people: `version` tells a form that it was opened before somebody else saved. A deleted crawl stays, so
// that its bookings can name it and it can come back; it is never active, which hides it wherever only active ones are read. An
// address that was given up keeps leading to its crawl. Pictures have descriptions in both languages by their address, because one
// picture may be the main one and stand in the gallery too.
const statements = `
alter table pub_crawls add column version integer not null default 1;
alter table pub_crawls add column deleted_at timestamptz;
alter table pub_crawls add constraint a_deleted_crawl_is_hidden check (deleted_at is null or not is_active);
alter table pub_crawls add column former_slugs text[] not null default '{}';
create index pub_crawls_by_former_slug on pub_crawls using gin (former_slugs);
alter table pub_crawls add column picture_alts jsonb not null default '{}' check (jsonb_typeof(picture_alts) = 'object');
create index scheduled_crawls_by_crawl on scheduled_crawls (crawl_id, ends_at) where status = 'scheduled';

-- takes the crawl's lock, which deleting it holds: whoever is second sees what the first has done
create function refuse_departure_of_deleted_crawl() returns trigger language plpgsql as $$
declare deleted timestamptz;
begin
  select c.deleted_at into deleted from pub_crawls c where c.id = new.crawl_id for key share;
  if deleted is not null then
    raise exception 'crawl % is deleted', new.crawl_id
      using errcode = 'check_violation', constraint = 'departure_of_deleted_crawl';
  end if;
  return new;
end $$;
create trigger departures_need_a_crawl before insert or update of crawl_id, status on scheduled_crawls
  for each row when (new.status = 'scheduled') execute function refuse_departure_of_deleted_crawl();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
