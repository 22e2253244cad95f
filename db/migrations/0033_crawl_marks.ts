import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// How the admin writes and colours a crawl where there is little room. Until now both followed from the list of crawls, so that a
// new or deleted one changed all others; what was shown last is kept. A crawl that an older release adds gets the first colour.
const statements = `
alter table pub_crawls
  add column short_name text,
  add column short_name_es text,
  add column colour text not null default 'agave'
    check (colour in ('agave', 'jacaranda', 'marigold', 'terracotta', 'slate', 'sky', 'nopal', 'pink'));

with listed as (
  select c.id, c.title, coalesce(c.title_es, c.title) as title_es,
    row_number() over (order by t.position, c.created_at, c.id) - 1 as place,
    count(*) over (partition by split_part(c.title, ' ', 1)) * 2 > count(*) over () as is_common,
    count(*) over (partition by split_part(coalesce(c.title_es, c.title), ' ', 1)) * 2 > count(*) over () as is_common_es,
    count(*) over () > 1 as has_others
  from pub_crawls c join cities t on t.id = c.city_id
)
update pub_crawls c set
  colour = (array['agave', 'jacaranda', 'marigold', 'terracotta', 'slate'])[1 + l.place % 5],
  short_name = case when l.has_others and l.is_common and l.title like '% %' then substr(l.title, strpos(l.title, ' ') + 1) end,
  short_name_es = case when l.has_others and l.is_common_es and l.title_es like '% %' then substr(l.title_es, strpos(l.title_es, ' ') + 1) end
from listed l where l.id = c.id;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
