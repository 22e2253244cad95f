import { otherVersion, type OwnPage, ownPage } from "#src/modules/site/content/read-own-page.server.ts";
import { type PageKey, PAGES, pageTag } from "#src/modules/site/content/rules/page-fields.ts";
import { addVersion, holdDrafts } from "#src/modules/site/content/store/home.server.ts";
import { hadOwn, newestOf } from "#src/modules/site/content/store/pages.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Keeps Ronda's own text of every page that shows it as a version, so that what guests agree to can be read after a release has
 * changed it, or payments are taken in another way. Every start calls it; a text that the page ever had isn't kept again, so that a
 * restart of an older release, while two run, takes nothing back.
 */
export async function keepOwnPages(ctx: Pick<Context, "db" | "now" | "providers">): Promise<void> {
  for (const page of PAGES) {
    const own = { ...(await ownPage(ctx, page)), other: await otherVersion(ctx, page) };
    await ctx.db.transaction().execute((tx) => keepOwn(tx, page, own, ctx.now));
  }
}

type Own = OwnPage & { other: string };

async function keepOwn(tx: Tx, page: PageKey, own: Own, now: Date): Promise<void> {
  if (await isSettled(tx, page, own)) return;
  await holdDrafts(tx, [page], now, pageTag(page));
  // another server may have kept it meanwhile, or somebody published
  if (await isSettled(tx, page, own)) return;
  const { content, version } = own;
  const latest = await newestOf(tx, page);
  const row = { sections: [{ section_key: page, content }], note: "", by: null, at: after(latest?.published_at, now) };
  await addVersion(tx, row, { tag: pageTag(page), own: version });
}

/** Whether a page shows what staff wrote, or had this text of Ronda's already, and not since then the one of other ways to pay. */
async function isSettled(tx: Tx, page: PageKey, { version, other }: Own): Promise<boolean> {
  const latest = await newestOf(tx, page);
  if (latest === undefined || (latest.own === other && other !== version)) return false;
  return latest.own === null || (await hadOwn(tx, page, version));
}

/** When a version counts from: now, but never before the one that it follows, whose server's clock may be ahead. */
export const after = (latest: Date | undefined, now: Date): Date =>
  latest && latest >= now ? new Date(latest.getTime() + 1) : now;
