import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { actOnCrawl } from "#src/modules/site/catalog/act-on-crawl.server.ts";
import { addCrawl } from "#src/modules/site/catalog/add-crawl.server.ts";
import {
  crawlsForStaff,
  crawlToAdd,
  crawlToEdit,
  findCrawl,
  listCrawls,
} from "#src/modules/site/catalog/queries.server.ts";
import { type CrawlDraft, emptyDraft } from "#src/modules/site/catalog/rules/draft.ts";
import { CrawlFields } from "#src/modules/site/catalog/schema.ts";
import { updateCrawl } from "#src/modules/site/catalog/update-crawl.server.ts";
import { adminSchedule } from "#src/modules/sales/schedule/queries.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const staff = (role = "admin", over = {}) => database.ctx({ actor: { kind: "user", role }, ...over });
const fields = (over: Partial<CrawlDraft> = {}) =>
  CrawlFields.parse({ ...emptyDraft("mexico-city", "agave"), title: "Roma", description: "Five bars.", ...over });

beforeAll(async () => {
  const { db } = database.services;
  await seedMinimal(db);
  await db
    .insertInto("cities")
    .values([
      { id: "oaxaca", name: "Oaxaca", time_zone: "America/Mexico_City" },
      { id: "cancun", name: "Cancún", time_zone: "America/Cancun" },
    ])
    .execute();
});

/** A new crawl, added by an admin. */
async function added(over: Partial<CrawlDraft> = {}) {
  const id = randomUUID();
  expect(await addCrawl(staff(), { id, crawl: fields(over) })).toEqual({ ok: true, id });
  return id;
}

const history = (id: string) =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_type", "=", "crawl")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
const actions = async (id: string) => (await history(id)).map(({ action }) => action);
const draftNow = async (id: string) => {
  const crawl = await crawlToEdit(staff(), id);
  if (!crawl.ok) throw new Error(crawl.reason);
  return crawl.crawl;
};

/** A picture of the library that has been deleted for good; as a form has it. */
async function goneShot() {
  const name = randomUUID().replaceAll("-", "");
  const row = { name, added_at: NOON, unused_since: NOON, trashed_at: NOON, purged_at: NOON };
  await database.services.db.insertInto("pictures").values(row).execute();
  return { src: `/uploads/${name}`, alt: "", alt_es: "" };
}

test("a picture that was deleted for good is an error of the field that holds it", async () => {
  const shot = await goneShot();
  const id = await added();
  const forms: Partial<CrawlDraft>[] = [{ image: shot }, { gallery: [shot] }];
  for (const over of forms) {
    const [field] = Object.keys(over);
    const refusal = { ok: false, reason: "picture_gone", field };
    expect(await addCrawl(staff(), { id: randomUUID(), crawl: fields(over) })).toEqual(refusal);
    expect(await updateCrawl(staff(), { id, version: 1, crawl: fields(over) })).toEqual(refusal);
  }
});

describe("adding", () => {
  test("keeps all of it, hidden, under an address of its title, and writes down who did", async () => {
    const id = await added({ price: "25", prices: { MXN: "500" }, includes: [{ en: "Drinks", es: "Tragos" }] });
    const crawl = await draftNow(id);
    expect(crawl).toMatchObject({ version: 1, rating: 0, reviews: 0, deletedOn: null });
    expect(crawl.draft.slug).toMatch(/^roma(-\d+)?$/);
    expect(crawl.draft).toMatchObject({ price: "25", prices: { MXN: "500" }, is_active: false });
    expect(await findCrawl(database.ctx(), id)).toBeNull();
    const [row] = await history(id);
    expect(row).toMatchObject({
      action: "crawl.created",
      changes: { title: { old: "", new: "Roma" }, price: { old: null, new: 2500 } },
    });
  });

  test("says how long it takes in the guest's language, in English where Spanish says nothing", async () => {
    const both = { duration: "4 hours", duration_es: "4 horas", is_active: true };
    const [id, other] = [await added(both), await added({ ...both, duration_es: "" })];
    const textOf = async (locale: "en" | "es", crawl: string) =>
      (await findCrawl({ ...database.ctx(), locale }, crawl))?.duration;
    expect([await textOf("en", id), await textOf("es", id)]).toEqual(["4 hours", "4 horas"]);
    expect(await textOf("es", other)).toBe("4 hours");
  });

  test("under an empty address gets one of its title that no other crawl has or had", async () => {
    const [first, second] = [await added({ title: "Ruta Única" }), await added({ title: "Ruta Única" })];
    expect((await draftNow(first)).draft.slug).toBe("ruta-unica");
    expect((await draftNow(second)).draft.slug).toBe("ruta-unica-2");
    const emptied = { version: 1, crawl: fields({ title: "Ruta Nueva", slug: "" }) };
    const result = await updateCrawl(staff(), { id: first, ...emptied });
    const draft = result.ok ? result.draft : null;
    // what its form shows next
    expect(draft?.slug).toBe("ruta-nueva");
    expect((await draftNow(first)).draft).toEqual(draft);
    // the old one still leads to the first
    expect((await draftNow(await added({ title: "Ruta Única" }))).draft.slug).toBe("ruta-unica-3");
  });

  test("twice with one form adds one", async () => {
    const id = randomUUID();
    const twice = await Promise.all([1, 2, 3].map(() => addCrawl(staff(), { id, crawl: fields() })));
    expect(twice).toEqual([1, 2, 3].map(() => ({ ok: true, id })));
    expect(await actions(id)).toEqual(["crawl.created"]);
  });

  test("is refused to whoever may only read, under a taken address, in an unknown city and in a currency without a rate", async () => {
    const slug = "taken";
    await added({ slug });
    const add = (over: Partial<CrawlDraft>, role = "admin") =>
      addCrawl(staff(role), { id: randomUUID(), crawl: fields(over) });
    for (const role of ["support", "marketing", "guide", "customer"])
      expect(await add({}, role)).toEqual({ ok: false, reason: "forbidden", missing: "crawls.change" });
    expect(await add({ slug })).toEqual({ ok: false, reason: "slug_taken" });
    expect(await add({ city_id: "atlantis" })).toEqual({ ok: false, reason: "city_unknown" });
    expect(await add({ currency: "GBP" })).toEqual({ ok: false, reason: "currency_without_rate" });
    expect((await add({}, "manager")).ok).toBe(true);
  });
});

describe("saving", () => {
  const save = (id: string, version: number, over: Partial<CrawlDraft>, role = "admin") =>
    updateCrawl(staff(role), { id, version, crawl: fields(over) });

  test("writes what changed and nothing else; without a change there is nothing to write down", async () => {
    const id = await added();
    expect(await save(id, 1, {})).toMatchObject({ ok: true, version: 1 });
    expect(await save(id, 1, { title_es: "La Roma" })).toMatchObject({
      ok: true,
      version: 2,
      draft: { title_es: "La Roma" },
    });
    const [, row, ...more] = await history(id);
    expect(row).toEqual({ action: "crawl.updated", changes: { title_es: { old: null, new: "La Roma" } } });
    expect(more).toEqual([]);
  });

  test("of two who opened the same version, the second is told what the first saved, and may then have it their way", async () => {
    const id = await added();
    const both = await Promise.all([save(id, 1, { title: "Mine" }), save(id, 1, { title: "Yours" })]);
    const [won] = both.filter((one) => one.ok);
    const [lost] = both.filter((one) => !one.ok);
    expect(won).toMatchObject({ ok: true, version: 2 });
    const saved = await draftNow(id);
    expect(lost).toEqual({ ok: false, reason: "changed_meanwhile", current: { version: 2, draft: saved.draft } });
    expect(await save(id, 2, { title: "Mine after all" })).toMatchObject({ ok: true, version: 3 });
    expect(await actions(id)).toEqual(["crawl.created", "crawl.updated", "crawl.updated"]);
  });

  test("a guest's review meanwhile is no other's change, and is kept", async () => {
    const id = await added();
    await database.services.db
      .updateTable("pub_crawls")
      .set({ rating: 4.5, review_count: 2 })
      .where("id", "=", id)
      .execute();
    expect(await save(id, 1, { title: "Rated" })).toMatchObject({ ok: true, version: 2 });
    expect(await draftNow(id)).toMatchObject({ rating: 4.5, reviews: 2 });
  });

  test("is refused to whoever may only read, where there is no crawl, and under another's address", async () => {
    const [id, other] = [await added(), await added({ slug: "another" })];
    expect(await save(id, 1, {}, "support")).toEqual({ ok: false, reason: "forbidden", missing: "crawls.change" });
    expect(await save(randomUUID(), 1, {})).toEqual({ ok: false, reason: "crawl_not_found" });
    expect(await save(id, 1, { slug: "another" })).toEqual({ ok: false, reason: "slug_taken" });
    expect(await save(id, 1, { city_id: "atlantis" })).toEqual({ ok: false, reason: "city_unknown" });
    expect(await save(id, 1, { currency: "GBP" })).toEqual({ ok: false, reason: "currency_without_rate" });
    expect(await actions(id)).toEqual(["crawl.created"]);
    expect(await actions(other)).toEqual(["crawl.created"]);
  });

  test("an address that was given up leads on, until another crawl takes it", async () => {
    const guest = database.ctx();
    const id = await added({ slug: "old-name", is_active: true });
    await save(id, 1, { slug: "new-name", is_active: true });
    for (const name of ["old-name", "new-name", id]) expect((await findCrawl(guest, name))?.slug).toBe("new-name");
    const provider = await added({ slug: "old-name", is_active: true });
    expect((await findCrawl(guest, "old-name"))?.id).toBe(provider);
    expect((await findCrawl(guest, "new-name"))?.id).toBe(id);
  });

  test("a crawl with departures to come stays in its time zone", async () => {
    const id = await added();
    await addDeparture(database.services.db, id);
    expect(await save(id, 1, { city_id: "cancun" })).toEqual({ ok: false, reason: "city_in_use", departures: 1 });
    expect(await save(id, 1, { city_id: "oaxaca" })).toMatchObject({ ok: true, version: 2 });
    const free = await added();
    expect(await save(free, 1, { city_id: "cancun" })).toMatchObject({ ok: true, version: 2 });
  });

  test("a new cut-off closes the sales of departures to come, not of those that were", async () => {
    const id = await added();
    const { db } = database.services;
    const [coming, gone] = [await addDeparture(db, id), await addDeparture(db, id, { date: "2026-11-19" })];
    expect(await save(id, 1, { sales_cutoff_minutes: "90" })).toMatchObject({ ok: true });
    const closes = async (departure: string) => {
      const row = db.selectFrom("scheduled_crawls").select(["starts_at", "sales_close_at"]).where("id", "=", departure);
      const { starts_at, sales_close_at } = await row.executeTakeFirstOrThrow();
      return (starts_at.getTime() - sales_close_at.getTime()) / 60_000;
    };
    expect([await closes(coming), await closes(gone)]).toEqual([90, 0]);
  });

  test("what isn't translated is read in English on the Spanish site, line by line, and so are pictures", async () => {
    const picture = "/uploads/0123456789abcdef0123456789abcdef";
    const id = await added({
      is_active: true,
      title_es: "La Roma",
      includes: [
        { en: "Drinks", es: "Tragos" },
        { en: "Games", es: "" },
      ],
      image: { src: picture, alt: "A bar", alt_es: "Un bar" },
      gallery: [{ src: "/pictures/toast", alt: "Glasses", alt_es: "" }],
    });
    expect(await findCrawl(database.ctx({ locale: "es" }), id)).toMatchObject({
      title: "La Roma",
      description: "Five bars.",
      includes: ["Tragos", "Games"],
      image_alt: "Un bar",
      gallery_alts: ["Glasses"],
    });
  });
});

describe("the list", () => {
  const titles = async (filter: object) => {
    const crawls = await crawlsForStaff(staff(), { city: null, state: null, text: "", ...filter });
    return crawls.ok ? crawls.crawls.map(({ title }) => title) : crawls.reason;
  };

  test("is found by words of its names, city and address, by city and by state", async () => {
    await added({ title: "Zebra 100% night", title_es: "Noche cebra", city_id: "oaxaca", slug: "stripes" });
    await added({ title: "Zebra day", is_active: true });
    expect(await titles({ text: "zebra" })).toEqual(["Zebra 100% night", "Zebra day"]);
    const inVain = (text: string) => crawlsForStaff(staff(), { city: null, state: null, text });
    expect(await inVain("zerba")).toMatchObject({ crawls: [], near: ["Zebra"] });
    expect(await inVain("giraffe")).toMatchObject({ crawls: [], near: [] });
    expect(await titles({ text: "cebra" })).toEqual(["Zebra 100% night"]);
    expect(await titles({ text: "stripes" })).toEqual(["Zebra 100% night"]);
    expect(await titles({ text: "zebra 0%" })).toEqual(["Zebra 100% night"]);
    expect(await titles({ text: "z_bra" })).toEqual([]);
    expect(await titles({ text: "zebra", city: "oaxaca" })).toEqual(["Zebra 100% night"]);
    expect(await titles({ text: "zebra", state: "active" })).toEqual(["Zebra day"]);
    expect(await titles({ text: "zebra", state: "inactive" })).toEqual(["Zebra 100% night"]);
  });

  test("names the next departure and how many are to come", async () => {
    const id = await added({ title: "With nights" });
    const { db } = database.services;
    for (const over of [{ date: "2026-12-24" }, { date: "2026-12-23" }, { date: "2026-11-01" }])
      await addDeparture(db, id, over);
    await addDeparture(db, id, { date: "2026-12-22", status: "cancelled" });
    const crawls = await crawlsForStaff(staff("support"), { city: null, state: null, text: "With nights" });
    expect(crawls).toMatchObject({
      mayChange: false,
      crawls: [{ next: { date: "2026-12-23", start: "20:00" }, departures: 2 }],
    });
  });

  test("and the forms are for whoever may", async () => {
    const refused = { ok: false, reason: "forbidden" };
    const everything = { city: null, state: null, text: "" };
    expect(await crawlsForStaff(staff("guide"), everything)).toMatchObject({ ...refused, missing: "crawls.read" });
    expect(await crawlToEdit(staff("customer"), randomUUID())).toMatchObject({ ...refused, missing: "crawls.read" });
    expect(await crawlToAdd(staff("support"))).toMatchObject({ ...refused, missing: "crawls.change" });
    expect(await crawlToEdit(staff("support"), "nope")).toEqual({ ok: false, reason: "crawl_not_found" });
  });

  test("is another matter than what guests see: only what is active", async () => {
    const crawls = await listCrawls(database.ctx({ now: NOON }));
    expect(crawls.every(({ is_active }) => is_active)).toBe(true);
  });
});

describe("the short name and the color of the admin", () => {
  const render = async (locale: "en" | "es", id: string) => {
    const snapshot = await adminSchedule(staff("admin", { locale }), new URLSearchParams());
    if (!snapshot.ok) throw new Error(snapshot.reason);
    const { short_title, colour } = snapshot.crawls.find((crawl) => crawl.id === id)!;
    return [short_title, colour];
  };
  const freeColour = async () => {
    const crawl = await crawlToAdd(staff());
    if (!crawl.ok) throw new Error(crawl.reason);
    return crawl.draft.colour;
  };

  test("are written in the editor and stay as they are when other crawls come and go", async () => {
    const id = await added({ title: "Ronda Roma", short_name: "Roma", short_name_es: "La Roma", colour: "pink" });
    expect([await render("en", id), await render("es", id)]).toEqual([
      ["Roma", "pink"],
      ["La Roma", "pink"],
    ]);
    const others = [await added({ title: "Mezcal" }), await added({ title: "Halloween" })];
    expect(await render("en", id)).toEqual(["Roma", "pink"]);
    for (const other of others) await actOnCrawl(staff(), { act: "delete", id: other });
    expect(await render("es", id)).toEqual(["La Roma", "pink"]);
    expect((await draftNow(id)).draft).toMatchObject({ short_name: "Roma", short_name_es: "La Roma", colour: "pink" });
  });

  test("of a new crawl: its title, and a color that no other has while one is free", async () => {
    const colour = await freeColour();
    const id = await added({ title: "Vinyl night", colour });
    expect(await render("es", id)).toEqual(["Vinyl night", colour]);
    expect(await freeColour()).not.toBe(colour);
  });
});
