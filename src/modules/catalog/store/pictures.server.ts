import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";

/** The addresses of all uploaded pictures that crawls, cities and the home page show (as it is, was, or is drafted), without width and extension. */
export async function shownUploads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ src: string }>`
    select distinct src from (
      select image as src from pub_crawls
      union all select unnest(gallery) from pub_crawls
      union all select image from cities
      union all select image_url from gallery_images
      union all select image_url from instagram_posts
      union all select jsonb_path_query(content, '$.**.backgroundImage') #>> '{}' from home_page_content
      union all select jsonb_path_query(content, '$.**.backgroundImage') #>> '{}' from content_drafts
      union all select jsonb_path_query(sections, '$.**.backgroundImage') #>> '{}' from content_versions
    ) as shown where src like '/uploads/%' order by src`.execute(db);
  return rows.map(({ src }) => src);
}
