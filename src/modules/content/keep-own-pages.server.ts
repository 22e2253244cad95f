import { ownPage } from "#src/modules/content/read-own-page.server.ts";
import { type PageKey, PAGES, pageTag } from "#src/modules/content/rules/page-fields.ts";
import { addVersion, holdDrafts } from "#src/modules/content/store/home.server.ts";
import { hadOwn, newestOf } from "#src/modules/content/store/pages.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Keeps Ronda's own text of every page that shows it as a version, so that what guests agree to can be read after a release has
 * changed it. Every start calls it; a text that the page ever had isn't kept again, so that a restart of an older release, while
 * two run, takes nothing back.
 */
export async function keepOwnPages(ctx: Pick<Context, "db" | "now">): Promise<void> {
  for (const page of PAGES) await ctx.db.transaction().execute((tx) => keepOwn(tx, page, ctx.now));
}

async function keepOwn(tx: Tx, page: PageKey, now: Date): Promise<void> {
  const { content, version } = await ownPage(page);
  if (await isSettled(tx, page, version)) return;
  await holdDrafts(tx, [page], now, pageTag(page));
  // another server may have kept it meanwhile, or somebody published
  if (await isSettled(tx, page, version)) return;
  const latest = await newestOf(tx, page);
  const row = { sections: [{ section_key: page, content }], note: "", by: null, at: after(latest?.published_at, now) };
  await addVersion(tx, row, { tag: pageTag(page), own: version });
}

/** Whether a page shows what staff wrote, or had this text of Ronda's already. */
async function isSettled(tx: Tx, page: PageKey, version: string): Promise<boolean> {
  const latest = await newestOf(tx, page);
  return latest !== undefined && (latest.own === null || (await hadOwn(tx, page, version)));
}

/** When a version counts from: now, but never before the one that it follows, whose server's clock may be ahead. */
export const after = (latest: Date | undefined, now: Date): Date =>
  latest && latest >= now ? new Date(latest.getTime() + 1) : now;
