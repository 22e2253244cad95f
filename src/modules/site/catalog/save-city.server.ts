import { fail, ok } from "#src/kernel/result.ts";
import { cityDraftOf, emptyCityRow, type StoredCity } from "#src/modules/site/catalog/rules/city.ts";
import { changedFields } from "#src/kernel/merge.ts";
import { comingTogether } from "#src/modules/site/catalog/rules/coming.ts";
import { changesOf } from "#src/modules/site/catalog/rules/saving.ts";
import type { CityFields } from "#src/modules/site/catalog/schema.ts";
import {
  cityForEditing,
  insertCity,
  lockCity,
  lockDatesOfCity,
  saveCityRow,
} from "#src/modules/site/catalog/store/cities.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { namesGonePicture } from "#src/modules/site/media/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Adds a city at the end of the menu; its id is the last part of its page's address for good. The same form submitted twice adds
 * one. Refusals: forbidden {missing}, slug_taken, picture_gone.
 */
export async function addCity(
  ctx: Context,
  { id, city, isActive }: { id: string; city: CityFields; isActive: boolean },
) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return unlessGone(() =>
    ctx.db.transaction().execute(async (tx) => {
      if (!(await insertCity(tx, id, city, isActive))) {
        const there = await cityForEditing(tx, id);
        return there?.version === 1 && isSameCity(there, city) ? ok({ id }) : fail("slug_taken");
      }
      const changes = { ...changesOf(emptyCityRow(), city), is_active: [null, isActive] as const };
      await audit(tx, ctx, { action: "city.created", subject: ["city", id], changes });
      return ok({ id });
    }),
  );
}

/**
 * Saves a city's form unless it was saved since it was opened. Its time zone stays while departures are to come: they are dated
 * in it. Returns the city as it is stored now. Refusals: forbidden {missing}, city_not_found, changed_meanwhile {current: {version, draft}}, zone_in_use {departures},
 * picture_gone.
 */
export async function updateCity(
  ctx: Context,
  { id, version, city }: { id: string; version: number; city: CityFields },
) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return unlessGone(() =>
    ctx.db.transaction().execute(async (tx) => {
      const was = await lockCity(tx, id);
      if (!was) return fail("city_not_found");
      if (was.version !== version)
        return fail("changed_meanwhile", { current: { version: was.version, draft: cityDraftOf(was) } });
      const departures = was.time_zone === city.time_zone ? 0 : await departuresInZone(tx, ctx, id);
      if (departures > 0) return fail("zone_in_use", { departures });
      const changes = changesOf(columnsOf(was, city), city);
      if (Object.keys(changes).length === 0) return ok({ version, draft: cityDraftOf(city) });
      await saveCityRow(tx, id, city);
      await audit(tx, ctx, { action: "city.updated", subject: ["city", id], changes });
      return ok({ version: version + 1, draft: cityDraftOf(city) });
    }),
  );
}

/** A form may name a picture that has been deleted for good since it was opened. */
const unlessGone = <T>(save: () => Promise<T>) =>
  save().catch((error: unknown) => {
    if (namesGonePicture(error)) return fail("picture_gone");
    throw error;
  });

async function departuresInZone(tx: Tx, ctx: Context, id: string): Promise<number> {
  await lockDatesOfCity(tx, id);
  return comingTogether(await ctx.ask.comingOfCrawls(tx, ctx.now, { city: id })).departures;
}

/** Of a row only the columns that the form writes. */
const columnsOf = (row: StoredCity, city: StoredCity): StoredCity =>
  Object.fromEntries(Object.keys(city).map((column) => [column, row[column as keyof StoredCity]])) as StoredCity;

const isSameCity = (row: StoredCity, city: StoredCity): boolean =>
  changedFields(Object.keys(city) as (keyof StoredCity)[], row, city).length === 0;
