import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, expect, test } from "vitest";
import { drawLogo } from "#src/modules/site/media/draw-logo.server.ts";
import { keepPicture } from "#src/modules/site/media/keep-picture.server.ts";
import { appSettings, forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { logoText } from "#src/modules/base/settings/rules/app-settings.ts";
import { drawBand, drawPaper } from "#src/modules/site/media/draw-paper.server.ts";
import { freshDatabase } from "#tests/database.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "ronda-logos-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const database = freshDatabase({ DATA_DIR: folder });
const admin = () => database.ctx({ actor: { kind: "user", role: "admin" } });
const store = async (key: "logo_url" | "logo_dark_url", value: string) => {
  await database.services.db.insertInto("app_settings").values({ key, value }).execute();
  forgetSettings(database.services);
};
const upload = async (background: string, [width, height]: [number, number]) => {
  const bytes = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
  const record = await keepPicture(admin(), bytes, "settings.change");
  if (!record.ok) throw new Error(record.reason);
  return record;
};

afterEach(async () => {
  await database.services.db.deleteFrom("app_settings").execute();
  forgetSettings(database.services);
});

test("without a logo Ronda's is drawn", async () => expect(await drawLogo(admin())).toBeNull());

test("the logo keeps its shape, on a plate of paper", async () => {
  const record = await upload("#12908c", [900, 300]);
  expect(record).toMatchObject({ width: 900, height: 300 });
  await store("logo_url", logoText(record));
  const { light, dark } = (await appSettings(admin())).logos;
  expect(light).toEqual({ src: record.src, width: 900, height: 300 });
  expect(dark).toBeNull();
  const drawn = await drawLogo(admin());
  expect(drawn).toMatchObject({ width: 108, height: 40 });
  const { data, info } = await sharp(drawn?.png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([324, 120]);
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3)];
  expect(at(4, 60)).toEqual([255, 253, 249]);
  expect(Math.abs((at(162, 60)[0] ?? 0) - 0x12)).toBeLessThan(8);
  const paper = (logo: typeof drawn) =>
    drawPaper("Ticket", [0], (pdf) =>
      drawBand(pdf, { colour: "#dc1846", text: "#ffffff", logo, name: "Ronda" }, "1", null),
    );
  expect((await paper(drawn)).includes("/Subtype /Image")).toBe(true);
  expect((await paper(null)).includes("/Subtype /Image")).toBe(false);
});

test("a logo whose file is gone stops nothing: Ronda's is drawn", async () => {
  await store("logo_url", `/uploads/${"0".repeat(32)}#640x210`);
  expect(await drawLogo(admin())).toBeNull();
});
