import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { followQrCode } from "#src/modules/sales/affiliates/follow-qr-code.server.ts";
import { findQrCode, listQrCodes, openQrCode, qrCodesOf } from "#src/modules/sales/affiliates/queries.server.ts";
import { newQrId } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import { fileNamed } from "#src/modules/partners/partner-admin/rules/qr-file.ts";
import { addQrCode, switchQrCode, updateQrCode } from "#src/modules/sales/affiliates/save-qr-code.server.ts";
import { SaveQrCode } from "#src/modules/sales/affiliates/schema.ts";
import { QR_LIST } from "#src/modules/sales/affiliates/rules/qr-list.ts";
import { trackScan } from "#src/modules/sales/affiliates/track-visit.server.ts";
import { staffQrFile, writeQrFile } from "#src/modules/partners/partner-admin/write-qr-file.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { readQr } from "#tests/read-qr.ts";
import { later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const staff = (role = "marketing") => database.ctx({ actor: { kind: "user", role } });
const partnerId = randomUUID();
let crawl: string;
beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  const { slug } = await db.selectFrom("pub_crawls").select("slug").where("id", "=", crawlId).executeTakeFirstOrThrow();
  crawl = `/crawls/${slug}`;
  await db
    .insertInto("partners")
    .values({ id: partnerId, name: "Hostel Jacaranda", code: "JACA", created_at: NOON })
    .execute();
});
beforeEach(async () => {
  const { db } = database.services;
  for (const table of ["qr_codes", "qr_scans", "rate_counters"] as const) await db.deleteFrom(table).execute();
});

const fields = (over: object = {}) =>
  SaveQrCode.parse({
    partner_id: partnerId,
    campaign: "Summer",
    placement: "Reception",
    target: crawl,
    foreground: "#1d1016",
    background: "#ffffff",
    ...over,
  });
async function create(over: object = {}): Promise<string> {
  const added = await addQrCode(staff(), { id: newQrId(), code: fields(over) });
  if (!added.ok) throw new Error(added.reason);
  return added.id;
}
const scans = () => database.services.db.selectFrom("qr_scans").selectAll().execute();
const follows = (typed: string, over: object = {}) =>
  followQrCode(database.ctx(), { typed, locale: "en", counts: true, ...over });

describe("a code", () => {
  test("leads where it was last moved, under the id that was printed", async () => {
    const id = await create();
    expect(await follows(id)).toBe(`${crawl}?affiliate=JACA&qr=${id}`);
    const moved = await updateQrCode(staff(), { id, version: 1, code: fields({ target: "/cities/mexico-city" }) });
    expect(moved).toEqual({ ok: true, version: 2 });
    expect(await follows(id, { locale: "es" })).toBe(`/es/cities/mexico-city?affiliate=JACA&qr=${id}`);
    expect(await follows(id.toUpperCase())).toBe(`/cities/mexico-city?affiliate=JACA&qr=${id}`);
    expect(await follows("nobody")).toBe("/");
    expect(await follows("%00")).toBe("/");
  });

  test.each([
    [{ target: "https://evil.example" }, { reason: "target_unknown" }],
    [{ target: "//evil.example" }, { reason: "target_unknown" }],
    [{ target: "/crawls/nope" }, { reason: "target_unknown" }],
    [{ partner_id: randomUUID() }, { reason: "partner_unknown" }],
    [
      { foreground: "#ffffff", background: "#000000" },
      { reason: "qr_colours", fault: "inverted" },
    ],
  ])("isn't made or changed to %j", async (over, refusal) => {
    expect(await addQrCode(staff(), { id: newQrId(), code: fields(over) })).toMatchObject({ ok: false, ...refusal });
    const id = await create();
    expect(await updateQrCode(staff(), { id, version: 1, code: fields(over) })).toMatchObject({
      ok: false,
      ...refusal,
    });
    expect(await findQrCode(staff(), id)).toMatchObject({ target: crawl, version: 1 });
  });

  test("stays its partner's once it was scanned, and can be given to another before", async () => {
    const id = await create();
    const give = (version: number, partner_id: string) =>
      updateQrCode(staff(), { id, version, code: fields({ partner_id }) });
    expect([await give(1, ""), await give(2, partnerId)]).toEqual([
      { ok: true, version: 2 },
      { ok: true, version: 3 },
    ]);
    await follows(id);
    expect(await give(3, "")).toEqual({ ok: false, reason: "qr_scanned" });
    expect(await updateQrCode(staff(), { id, version: 3, code: fields({ target: "/" }) })).toMatchObject({ ok: true });
  });

  test("keeps what the first of two people saved", async () => {
    const id = await create();
    const saves = ["A", "B"].map((campaign) => updateQrCode(staff(), { id, version: 1, code: fields({ campaign }) }));
    const done = await Promise.all(saves);
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(done.find(({ ok }) => !ok)).toMatchObject({ reason: "changed_meanwhile", version: 2 });
  });

  test("that is off leads on without crediting or counting anybody, and so does one of a partner who is off", async () => {
    const id = await create();
    await switchQrCode(staff(), { id, isActive: false });
    expect(await follows(id)).toBe(crawl);
    expect(await scans()).toEqual([]);
    await switchQrCode(staff(), { id, isActive: true });
    const { db } = database.services;
    await db.updateTable("partners").set({ is_active: false }).where("id", "=", partnerId).execute();
    expect(await follows(id)).toBe(`${crawl}?qr=${id}`);
    await db.updateTable("partners").set({ is_active: true }).where("id", "=", partnerId).execute();
  });
});

test("a code leads home while its crawl or city isn't on the site", async () => {
  const { db } = database.services;
  const [toCrawl, toCity] = [await create(), await create({ target: "/cities/mexico-city" })];
  await db.updateTable("pub_crawls").set({ is_active: false }).execute();
  expect(await follows(toCrawl)).toBe(`/?affiliate=JACA&qr=${toCrawl}`);
  expect(await follows(toCity)).toBe(`/cities/mexico-city?affiliate=JACA&qr=${toCity}`);
  await db.updateTable("pub_crawls").set({ is_active: true }).execute();
  await db.updateTable("cities").set({ is_active: false }).execute();
  for (const id of [toCrawl, toCity]) expect(await follows(id)).toBe(`/?affiliate=JACA&qr=${id}`);
  await db.updateTable("cities").set({ is_active: true }).execute();
  expect(await follows(toCrawl)).toBe(`${crawl}?affiliate=JACA&qr=${toCrawl}`);
  const title = (to: string) => db.updateTable("pub_crawls").set({ title: to }).execute();
  await title("Puerto Vallarta");
  expect(await follows(toCrawl)).toBe(`/?affiliate=JACA&qr=${toCrawl}`);
  await title("Ronda Test");
});

describe("a scan", () => {
  test("is counted once, by the short address and by the page's own report", async () => {
    const id = await create();
    await follows(id);
    await trackScan(database.ctx(), { qrCodeId: id });
    await follows(id);
    expect(await scans()).toHaveLength(1);
    await followQrCode(database.ctx({ now: later(61) }), { typed: id, locale: "en", counts: true });
    expect(await scans()).toHaveLength(2);
  });

  test("isn't counted for who only looks ahead, and lets the guest through once too many were", async () => {
    const id = await create();
    await follows(id, { counts: false });
    expect(await scans()).toEqual([]);
    const { db } = database.services;
    await follows(id);
    await db.updateTable("rate_counters").set({ count: 60 }).execute();
    const other = await create();
    expect(await follows(other)).toBe(`${crawl}?affiliate=JACA&qr=${other}`);
    expect(await scans()).toHaveLength(1);
  });

  test("is shown on its local day", async () => {
    const id = await create();
    const at = [new Date("2026-11-20T05:59:00Z"), new Date("2026-11-20T06:01:00Z"), new Date("2026-10-01T12:00:00Z")];
    await database.services.db
      .insertInto("qr_scans")
      .values(at.map((one) => ({ qr_code_id: id, visitor: null, site_tag: "cdmx", at: one })))
      .execute();
    const qrCode = await openQrCode(staff(), id, 7);
    if (!qrCode.ok) throw new Error(qrCode.reason);
    expect(qrCode.counted.scans.slice(-2)).toEqual([
      { day: "2026-11-19", scans: 1 },
      { day: "2026-11-20", scans: 1 },
    ]);
    expect(qrCode.counted.scans).toHaveLength(7);
    const listed = await listQrCodes(staff(), QR_LIST.values());
    expect(listed).toMatchObject({ codes: [{ id, scans: 2, booked: 0, came: 0 }], total: 1 });
  });
});

test("the list shows a partner's codes, or those of our own, to who may see them", async () => {
  const [theirs, ours] = [await create(), await create({ partner_id: "" })];
  const ids = async (filter: object) => {
    const list = await listQrCodes(
      staff(),
      QR_LIST.read(new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))),
    );
    return list.ok ? list.codes.map(({ id }) => id).toSorted() : list.reason;
  };
  expect(await ids({})).toEqual([theirs, ours].toSorted());
  expect(await ids({ partner: partnerId })).toEqual([theirs]);
  expect(await ids({ partner: "own" })).toEqual([ours]);
  expect((await qrCodesOf(staff(), partnerId)).map(({ address }) => address)).toEqual([
    `http://ronda.test/q/${theirs}`,
  ]);
  for (const role of ["guide", "support", "customer"]) {
    expect(await listQrCodes(staff(role), QR_LIST.values())).toMatchObject({ ok: false, reason: "forbidden" });
    const file = await staffQrFile(staff(role), { id: theirs, name: "code.svg" });
    expect(file).toMatchObject({ ok: false, reason: "forbidden" });
  }
  expect(await staffQrFile(staff(), { id: theirs, name: "code.svg" })).toMatchObject({ ok: true });
});

describe("a file", () => {
  const written = async (name: string, over: object = {}) => {
    const code = await findQrCode(staff(), await create(over));
    const { content } = await writeQrFile(staff(), code!, fileNamed(name)!);
    return { content: Buffer.from(content), address: code!.address };
  };
  test.each(["code.svg", "code-512.png", "code-2048.png"])(
    "%s is read by a scanner, in colours of one's own",
    async (name) => {
      const { content, address } = await written(name, { foreground: "#840e2a", background: "#ffe6eb" });
      expect(await readQr(await sharp(content).resize(600).png().toBuffer())).toBe(address);
    },
  );

  test.each(["poster-a4-both.pdf", "poster-letter-en.pdf", "tent-a4-both.pdf", "tent-letter-es.pdf"])(
    "%s is a page",
    async (name) => {
      for (const target of [crawl, "/", "/cities/mexico-city"]) {
        const { content } = await written(name, { target });
        expect(content.subarray(0, 5).toString()).toBe("%PDF-");
        expect(content.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
      }
    },
  );
});
