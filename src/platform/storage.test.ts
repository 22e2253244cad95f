import { mkdtempSync, readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { serveUpload } from "#src/platform/serve-upload.server.ts";
import { folderStorage, storageOf } from "#src/platform/storage.server.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "ronda-storage-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a folder", () => {
  const storage = folderStorage(path.join(folder, "files"));
  test("gives back what it keeps, and nothing beside it", async () => {
    await storage.keep("a-320.webp", Buffer.from("one"));
    expect(Buffer.from((await storage.read("a-320.webp"))!).toString()).toBe("one");
    expect(await storage.has("a-320.webp")).toBe(true);
    expect(await storage.has("b-320.webp")).toBe(false);
    expect(await storage.read("b-320.webp")).toBeNull();
    expect(readdirSync(path.join(folder, "files"))).toEqual(["a-320.webp"]);
  });

  test.each(["../out", "a/b", "", ".hidden", "..", "a\\b", "a\0b"])("has no file %j", async (name) => {
    await expect(storage.keep(name, Buffer.from("x"))).rejects.toThrow("no name");
    await expect(storage.read(name)).rejects.toThrow("no name");
  });
});

describe("what is kept", () => {
  const settings = { DATA_DIR: folder };
  const name = `${"ab".repeat(16)}-320.webp`;

  test("is served for good, and may do nothing", async () => {
    await storageOf(settings).keep(name, Buffer.from("picture"));
    const answer = await serveUpload(settings, name);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toEqual({
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": "7",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
    });
    expect(await answer.text()).toBe("picture");
  });

  test.each([`${"ab".repeat(16)}-640.webp`, "../secret", "..%2fsecret", "secret", `${"ab".repeat(16)}-320.html`])(
    "is nothing else: %s",
    async (file) => {
      await writeFile(path.join(folder, "secret"), "secret");
      const answer = await serveUpload(settings, file);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe("");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    },
  );
});
