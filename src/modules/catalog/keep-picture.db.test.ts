import { mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { keepPicture } from "#src/modules/catalog/keep-picture.server.ts";
import { freshDatabase } from "#tests/database.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "ronda-pictures-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const database = freshDatabase({ DATA_DIR: folder });
const staff = (role = "admin") => database.ctx({ actor: { kind: "user", role } });
const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#dc1846" } })
    .jpeg()
    .toBuffer();
const kept = () =>
  database.services.db.selectFrom("audit_log").select("subject_id").where("action", "=", "picture.kept").execute();

test("a picture is kept in all widths, its address says what is in it, and who sent it is written down", async () => {
  const first = await keepPicture(staff("manager"), await picture());
  if (!first.ok) throw new Error(first.reason);
  expect(first.src).toMatch(/^\/uploads\/[0-9a-f]{32}$/);
  expect(readdirSync(path.join(folder, "uploads"))).toHaveLength(8);
  expect(await keepPicture(staff(), await picture())).toEqual(first);
  expect(readdirSync(path.join(folder, "uploads"))).toHaveLength(8);
  const name = first.src.replace("/uploads/", "");
  expect(await kept()).toEqual([{ subject_id: name }, { subject_id: name }]);
});

test("what is no picture, or comes from whoever may not, leaves nothing behind", async () => {
  const before = readdirSync(path.join(folder, "uploads"));
  const page = Buffer.from("<!doctype html><script>alert(1)</script>");
  expect(await keepPicture(staff(), page)).toEqual({ ok: false, reason: "picture_type" });
  expect(await keepPicture(staff("support"), await picture())).toMatchObject({
    reason: "forbidden",
    missing: "crawls.change",
  });
  expect(readdirSync(path.join(folder, "uploads"))).toEqual(before);
  expect(await kept()).toHaveLength(2);
});
