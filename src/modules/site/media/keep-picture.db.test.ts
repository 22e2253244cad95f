import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { keepPicture } from "#src/modules/site/media/keep-picture.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { smallDisk } from "#tests/small-disk.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "ronda-pictures-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const database = freshDatabase({ DATA_DIR: folder });
const staff = (role = "admin") => database.ctx({ actor: { kind: "user", role } });
const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#dc1846" } })
    .jpeg()
    .toBuffer();
const rowsOf = () =>
  database.services.db.selectFrom("audit_log").select("subject_id").where("action", "=", "picture.kept").execute();

test("a picture is kept in all widths, its address says what is in it, and who sent it is written down", async () => {
  const first = await keepPicture(staff("manager"), await picture(), "crawls.change");
  if (!first.ok) throw new Error(first.reason);
  expect(first.src).toMatch(/^\/uploads\/[0-9a-f]{32}$/);
  expect(readdirSync(path.join(folder, "uploads"))).toHaveLength(8);
  expect(await keepPicture(staff(), await picture(), "crawls.change")).toEqual(first);
  expect(readdirSync(path.join(folder, "uploads"))).toHaveLength(8);
  const name = first.src.replace("/uploads/", "");
  expect(await rowsOf()).toEqual([{ subject_id: name }, { subject_id: name }]);
});

test("what finds no room leaves nothing of itself, and nothing that was there is gone", async ({ skip }) => {
  const disk = smallDisk("72k");
  if (!disk) return skip("can't mount a small file system here");
  try {
    const noise = randomBytes(200 * 120 * 3);
    const large = await sharp(noise, { raw: { width: 200, height: 120, channels: 3 } })
      .jpeg()
      .toBuffer();
    const ctx = { ...staff(), settings: { ...staff().settings, UPLOADS_DIR: disk.folder } };
    expect(await keepPicture(ctx, await picture(), "crawls.change")).toMatchObject({ ok: true });
    const before = readdirSync(disk.folder);
    expect(before).toHaveLength(8);
    expect(await keepPicture(ctx, large, "crawls.change")).toEqual({ ok: false, reason: "storage_full" });
    expect(readdirSync(disk.folder)).toEqual(before);
    disk.fill();
    expect(await keepPicture(ctx, await picture(), "crawls.change")).toEqual({ ok: false, reason: "storage_full" });
    disk.empty();
    expect(readdirSync(disk.folder)).toEqual(before);
    expect(await keepPicture(ctx, await picture(), "crawls.change")).toMatchObject({ ok: true });
  } finally {
    disk.remove();
  }
});

test("what is no picture, or comes from whoever may not, leaves nothing behind", async () => {
  const before = readdirSync(path.join(folder, "uploads"));
  const audited = await rowsOf();
  const page = Buffer.from("<!doctype html><script>alert(1)</script>");
  expect(await keepPicture(staff(), page, "crawls.change")).toEqual({ ok: false, reason: "picture_type" });
  expect(await keepPicture(staff("support"), await picture(), "crawls.change")).toMatchObject({
    reason: "forbidden",
    missing: "crawls.change",
  });
  expect(readdirSync(path.join(folder, "uploads"))).toEqual(before);
  expect(await rowsOf()).toEqual(audited);
});
