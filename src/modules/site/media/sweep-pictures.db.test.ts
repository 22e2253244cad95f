import { mkdtempSync, readdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepPicture } from "#src/modules/site/media/keep-picture.server.ts";
import { openPicture, pictureLibrary } from "#src/modules/site/media/queries.server.ts";
import { restorePicture } from "#src/modules/site/media/restore-picture.server.ts";
import { type LibraryFilter, VIEWS } from "#src/modules/site/media/rules/library.ts";
import { sweepPictures } from "#src/modules/site/media/sweep-pictures.server.ts";
import { trashPicture } from "#src/modules/site/media/trash-picture.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addCrawl, seedMinimal } from "#tests/seeds.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "ronda-library-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const database = freshDatabase({ DATA_DIR: folder });
const db = () => database.services.db;
/** A member of staff, days after noon. */
const on = (day: number, role = "admin") =>
  database.ctx({ now: new Date(NOON.getTime() + day * 86_400_000), actor: { kind: "user", role } });
const nightOf = (day: number) => sweepPictures(on(day));

let colour = 0;
/** Keeps a picture of its own; its name. */
async function keep(day = 0): Promise<string> {
  const bytes = await sharp({ create: { width: 8, height: 6, channels: 3, background: { r: ++colour, g: 0, b: 0 } } })
    .png()
    .toBuffer();
  return keepAgain(bytes, day);
}
async function keepAgain(bytes: Buffer, day: number): Promise<string> {
  const record = await keepPicture(on(day), bytes, "content.change");
  if (!record.ok) throw new Error(record.reason);
  return record.src.slice("/uploads/".length);
}
const filesOf = (name: string) =>
  readdirSync(path.join(folder, "uploads")).filter((file) => file.startsWith(name)).length;
const stateOf = async (name: string) => {
  const found = await openPicture(on(0), name);
  if (!found.ok || !found.picture) return "gone";
  return found.picture.trashedAt ? "trash" : "there";
};
const use = async (name: string, by: Tx | ReturnType<typeof db> = db()) =>
  by
    .updateTable("pub_crawls")
    .set({ image: `/uploads/${name}` })
    .where("id", "=", crawlId)
    .execute();
const unuse = () => db().updateTable("pub_crawls").set({ image: null }).where("id", "=", crawlId).execute();

let crawlId: string;
beforeAll(async () => {
  await seedMinimal(db());
  crawlId = await addCrawl(db(), { title: "Terrazas de la Roma" });
});

test("what nothing uses goes to the trash after 30 days and for good after 30 more; an upload brings it back", async () => {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#12908c" } })
    .png()
    .toBuffer();
  const name = await keepAgain(bytes, 0);
  const used = await keep();
  await use(used);
  await nightOf(29);
  expect(await stateOf(name)).toBe("there");
  await nightOf(31);
  expect([await stateOf(name), await stateOf(used)]).toEqual(["trash", "there"]);
  await nightOf(60);
  expect([await stateOf(name), filesOf(name)]).toEqual(["trash", 8]);
  await nightOf(62);
  expect([await stateOf(name), filesOf(name), filesOf(used)]).toEqual(["gone", 0, 8]);
  await expect(use(name)).rejects.toThrow("deleted for good");
  expect(await keepAgain(bytes, 63)).toBe(name);
  expect([await stateOf(name), filesOf(name)]).toEqual(["there", 8]);
  await nightOf(64);
  expect(await stateOf(name)).toBe("there");
  await unuse();
});

test("a picture whose files can't be deleted stays in the trash, and no other with it", async () => {
  const names = [await keep(), await keep(), await keep()];
  for (const id of names) await trashPicture(on(0), { id });
  const [stuck, ...others] = names;
  const file = readdirSync(path.join(folder, "uploads")).find((one) => one.startsWith(stuck!))!;
  const blocked = path.join(folder, "uploads", file);
  await rm(blocked);
  await mkdir(blocked);
  await expect(nightOf(31)).rejects.toThrow("1 pictures weren't swept");
  expect(await Promise.all(others.map(stateOf))).toEqual(["gone", "gone"]);
  expect(await stateOf(stuck!)).toBe("trash");
  await rm(blocked, { recursive: true });
  await nightOf(32);
  expect(await stateOf(stuck!)).toBe("gone");
});

test("thirty days count from the last use, and from the day it was taken out of the trash", async () => {
  const name = await keep();
  await use(name);
  await nightOf(40);
  await unuse();
  await nightOf(41);
  await nightOf(70);
  expect(await stateOf(name)).toBe("there");
  await nightOf(72);
  expect(await stateOf(name)).toBe("trash");
  expect(await restorePicture(on(90), { id: name })).toMatchObject({ ok: true });
  await nightOf(119);
  expect(await stateOf(name)).toBe("there");
  await nightOf(121);
  expect(await stateOf(name)).toBe("trash");
  await use(name);
  expect(await stateOf(name)).toBe("there");
  expect(await trashPicture(on(122), { id: name })).toEqual({ ok: false, reason: "picture_used", places: 1 });
  await unuse();
});

/** The night's job runs while somebody saves a crawl with a picture that is due; whether the files are still there. */
async function usedWhileItIsPurged(): Promise<{ files: number; state: string }> {
  const name = await keep();
  await trashPicture(on(0), { id: name });
  const [written, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const saving = db()
    .transaction()
    .execute(async (tx) => {
      await use(name, tx);
      written.resolve();
      await saved.promise;
    });
  await Promise.race([written.promise, saving]);
  const night = nightOf(31);
  await Promise.race([database.someoneWaits(), night]);
  saved.resolve();
  await Promise.all([saving, night]);
  return { files: filesOf(name), state: await stateOf(name) };
}

test("a picture that becomes used while it is purged stays", async () => {
  expect(await usedWhileItIsPurged()).toEqual({ files: 8, state: "there" });
  await unuse();
});

test("which it wouldn't if saving a crawl didn't hold it", async () => {
  await sql`alter table pub_crawls disable trigger pictures_are_held`.execute(db());
  expect(await usedWhileItIsPurged()).toEqual({ files: 0, state: "gone" });
  await sql`alter table pub_crawls enable trigger pictures_are_held`.execute(db());
  await unuse();
});

test("a picture uploaded while it is purged has its files afterwards", async () => {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#ffb000" } })
    .png()
    .toBuffer();
  const name = await keepAgain(bytes, 0);
  await trashPicture(on(0), { id: name });
  await Promise.all([nightOf(31), keepAgain(bytes, 31)]);
  expect([await stateOf(name), filesOf(name)]).toEqual(["there", 8]);
});

test("the library is filtered, and searched by what shows a picture", async () => {
  const name = await keep();
  await use(name);
  const find = async (over: Partial<LibraryFilter>) => {
    const found = await pictureLibrary(on(0, "marketing"), { view: "all", q: "", page: 1, ...over });
    if (!found.ok) throw new Error(found.reason);
    return { names: found.pictures.map((one) => one.name), ...found };
  };
  expect((await find({ q: "terrazas" })).names).toEqual([name]);
  expect((await find({ q: "azoteas" })).names).toEqual([]);
  expect((await find({ view: "unused" })).names).not.toContain(name);
  expect((await find({ view: "undescribed" })).names).toContain(name);
  for (const view of VIEWS) expect((await find({ view })).total).toBe((await find({})).counts[view]);
  expect(await pictureLibrary(on(0, "support"), { view: "all", q: "", page: 1 })).toMatchObject({
    reason: "forbidden",
  });
});
