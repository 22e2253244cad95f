import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bucketStorage } from "#src/platform/bucket-storage.server.ts";
import { serveUpload } from "#src/platform/serve-upload.server.ts";
import { folderStorage, storageOf } from "#src/platform/storage.server.ts";
import { type Storage, StorageAway } from "#src/platform/stored-file.server.ts";
import type { Bucket } from "#src/platform/upload-settings.server.ts";
import { startBucket } from "#tests/bucket.ts";

// A folder, and a server that speaks S3 and checks signatures.

const folder = mkdtempSync(path.join(os.tmpdir(), "ronda-storage-"));
let s3: Awaited<ReturnType<typeof startBucket>>;
let bucket: Bucket;
beforeAll(async () => {
  s3 = await startBucket(path.join(folder, "s3"));
  bucket = s3.bucket;
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const contents = async (storage: Storage, name: string) => {
  const stored = await storage.read(name);
  return stored && { size: stored.size, text: await text(stored.body) };
};

describe.each<[string, () => Storage]>([
  ["a folder", () => folderStorage(path.join(folder, "files"))],
  ["a bucket", () => bucketStorage(bucket)],
])("%s", (_, storageNow) => {
  test("gives back what it keeps, and nothing beside it", async () => {
    const storage = storageNow();
    expect(await Array.fromAsync(storage.names())).toEqual([]);
    await storage.keep([{ name: "a-320.webp", bytes: Buffer.from("one") }]);
    expect(await contents(storage, "a-320.webp")).toEqual({ size: 3, text: "one" });
    expect(await storage.has("a-320.webp")).toBe(true);
    expect(await storage.has("b-320.webp")).toBe(false);
    expect(await storage.read("b-320.webp")).toBeNull();
    expect(await Array.fromAsync(storage.names())).toEqual(["a-320.webp"]);
  });

  test("removes what it is told to, and nothing else", async () => {
    const storage = storageNow();
    const names = ["c-320.webp", "c-640.webp", "d-320.webp"];
    await storage.keep(names.map((name) => ({ name, bytes: Buffer.from(name) })));
    await storage.remove(["c-320.webp", "c-640.webp", "never-there.webp"]);
    await storage.remove(["c-320.webp"]);
    expect(await Promise.all(names.map((name) => storage.has(name)))).toEqual([false, false, true]);
    await storage.remove(["d-320.webp"]);
  });

  test("gives back a large file unchanged", async () => {
    const storage = storageNow();
    const bytes = Buffer.alloc(3_000_000, randomBytes(1021));
    await storage.keep([{ name: "large.avif", bytes }]);
    const hash = createHash("sha256");
    for await (const chunk of (await storage.read("large.avif"))!.body) hash.update(chunk);
    expect(hash.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  test.each(["../out", "a/b", "", ".hidden", "..", "a\\b", "a\0b"])("has no file %j", async (name) => {
    await expect(storageNow().keep([{ name, bytes: Buffer.from("x") }])).rejects.toThrow("no name");
    await expect(storageNow().read(name)).rejects.toThrow("no name");
  });
});

test("a folder never shows a file that is being written", () => {
  expect(readdirSync(path.join(folder, "files")).toSorted()).toEqual(["a-320.webp", "large.avif"]);
});

describe("a bucket", () => {
  test("lists more names than fit on one page", async () => {
    const storage = bucketStorage(bucket, { pageSize: 2 });
    for (const name of ["n1.webp", "n2.webp", "n3.webp"]) await storage.keep([{ name, bytes: Buffer.from("x") }]);
    expect(await Array.fromAsync(storage.names())).toEqual([
      "a-320.webp",
      "large.avif",
      "n1.webp",
      "n2.webp",
      "n3.webp",
    ]);
  });

  test("takes nothing that is signed with another key", async () => {
    const foreign = bucketStorage({ ...bucket, secret: "another" });
    await expect(foreign.keep([{ name: "c-320.webp", bytes: Buffer.from("x") }])).rejects.toThrow(StorageAway);
    await expect(foreign.read("a-320.webp")).rejects.toThrow("403");
    expect(await bucketStorage(bucket).has("c-320.webp")).toBe(false);
  });

  test("that isn't there is away, and so is a missing bucket, which is no missing file", async () => {
    const closed = bucketStorage({ ...bucket, endpoint: "http://127.0.0.1:1" });
    await expect(closed.read("a-320.webp")).rejects.toThrow(StorageAway);
    await expect(
      bucketStorage({ ...bucket, name: "other" }).keep([{ name: "a.webp", bytes: Buffer.from("x") }]),
    ).rejects.toThrow(StorageAway);
  });

  test.each(["never begins an answer", "stops in the middle of a file"])("that %s is away", async (what) => {
    const hanging = http.createServer((_, res) => {
      if (what.startsWith("stops")) res.writeHead(200, { "content-length": "100" }).write("half");
    });
    await new Promise<void>((done) => hanging.listen(0, "127.0.0.1", done));
    const { port } = hanging.address() as AddressInfo;
    const storage = bucketStorage({ ...bucket, endpoint: `http://127.0.0.1:${port}` }, { patienceMs: 100 });
    await expect(contents(storage, "a-320.webp")).rejects.toThrow(StorageAway);
    hanging.closeAllConnections();
    hanging.close();
  });
});

describe.each<[string, () => Parameters<typeof storageOf>[0]]>([
  ["a folder", () => ({ DATA_DIR: folder })],
  ["a shared folder", () => ({ DATA_DIR: "/nowhere", UPLOADS_DIR: path.join(folder, "shared") })],
  ["a bucket", () => ({ DATA_DIR: "/nowhere", bucket })],
])("what is kept in %s", (_, settingsNow) => {
  const name = `${"ab".repeat(16)}-320.webp`;

  test("is served for good by every server, and may do nothing", async () => {
    await storageOf(settingsNow()).keep([{ name, bytes: Buffer.from("picture") }]);
    const answer = await serveUpload(settingsNow(), name);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toEqual({
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": "7",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
    });
    expect(await answer.text()).toBe("picture");
    expect((await serveUpload(settingsNow(), name, "HEAD")).headers.get("content-length")).toBe("7");
  });

  test.each([`${"ab".repeat(16)}-640.webp`, "../secret", "..%2fsecret", "secret", `${"ab".repeat(16)}-320.html`])(
    "is nothing else: %s",
    async (file) => {
      await writeFile(path.join(folder, "secret"), "secret");
      const answer = await serveUpload(settingsNow(), file);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe("");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    },
  );
});

test("while the store is away a picture is a 503 that nothing keeps, and not a 404", async () => {
  const away = { DATA_DIR: folder, bucket: { ...bucket, endpoint: "http://127.0.0.1:1" } };
  const answer = await serveUpload(away, `${"ab".repeat(16)}-320.webp`);
  expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("cache-control")]).toEqual([
    503,
    "2",
    "no-store",
  ]);
});
