import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { focusCss } from "#src/modules/site/media/rules/focus.ts";
import { goneAt } from "#src/modules/site/media/rules/keeping.ts";
import { isReplaced, needsOf } from "#src/modules/site/media/rules/uses.ts";
import type { ListedPicture, OpenPicture } from "#src/modules/site/media/schema.ts";
import type { LibraryFilter, View } from "#src/modules/site/media/rules/library.ts";
import {
  describedPictures,
  focusedPictures,
  isPurged,
  libraryPage,
  pictureByName,
  type PictureRow,
  usesOf,
  viewCounts,
} from "#src/modules/site/media/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { keptPerDatabase } from "#src/platform/keep-per-database.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/** How many pictures a page of the library shows. */
export const PAGE_SIZE = 48;

type Library = { pictures: ListedPicture[]; total: number; counts: Record<View, number> };
type Forbidden = Failure<"forbidden"> & { missing: "content.change" };

/** A page of the library. Needs `content.change`. Refusal: forbidden {missing}. */
export async function pictureLibrary(ctx: Context, filter: LibraryFilter): Promise<Ok<Library> | Forbidden> {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const [{ rows, total }, counts] = await Promise.all([libraryPage(ctx.db, filter, PAGE_SIZE), viewCounts(ctx.db)]);
  return ok({ pictures: rows.map(listed), total, counts });
}

/**
 * One picture with its uses, and whether the reader may replace it in all of them; null when there is none. Needs
 * `content.change`. Refusal: forbidden {missing}.
 */
export async function openPicture(
  ctx: Context,
  name: string,
): Promise<Ok<{ picture: OpenPicture | null }> | Forbidden> {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const [row, uses] = await Promise.all([pictureByName(ctx.db, name), usesOf(ctx.db, name)]);
  if (!row) return ok({ picture: null });
  const picture = {
    ...listed(row),
    version: row.version,
    addedAt: row.added_at.toISOString(),
    goneAt: row.trashed_at && goneAt(row.trashed_at).toISOString(),
    uses,
    mayReplace: uses.filter(isReplaced).every((use) => can(ctx.actor, needsOf(use))),
  };
  return ok({ picture });
}

/** What the library's pictures show, where that is written. Needs `content.change`. Refusal: forbidden {missing}. */
export async function pictureTexts(ctx: Context) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ok({ pictures: await describedPictures(ctx.db) });
}

const listed = (row: PictureRow): ListedPicture => ({
  name: row.name,
  src: `/uploads/${row.name}`,
  size: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
  alt: row.alt,
  alt_es: row.alt_es ?? "",
  focus: { x: row.focus_x, y: row.focus_y },
  places: row.places,
  trashedAt: row.trashed_at && row.trashed_at.toISOString(),
});

/** Whether a write was refused because it names a picture that has been deleted for good. For other modules' use cases. */
export const namesGonePicture = (error: unknown): boolean => violated(error) === "pictures_are_held";

/** Whether the picture at an address (without width and extension) has been deleted for good. For other modules' use cases. */
export const isGone = (ctx: { db: Db | Tx }, src: string): Promise<boolean> =>
  isPurged(ctx.db, src.slice("/uploads/".length));

// every page has them
const focus = keptPerDatabase(async (db) => focusCss(await focusedPictures(db)));

/**
 * The style rules that keep the focus of pictures in use in view. None where they can't be read: that stops no page. Anyone may
 * read.
 */
export const focusStyles = ({ db }: Pick<Context, "db">): Promise<string> =>
  orElse("pictures.unreadable", focus(db), "");

/** Drops the kept style rules after a change, so that the next page reads them again. */
export const forgetFocus = ({ db }: { db: Db }): void => focus.forget(db);
