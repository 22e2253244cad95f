import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { bucketStorage } from "#src/platform/bucket-storage.server.ts";
import type { Settings } from "#src/platform/env.server.ts";
import {
  NAME,
  safeName,
  type Storage,
  StorageAway,
  type StoredFile,
  StorageFull,
} from "#src/platform/stored-file.server.ts";

/** Files in a folder, which several machines may share. */
export function folderStorage(folder: string): Storage {
  const pathOf = (name: string) => path.join(folder, safeName(name));
  return {
    keep: async (files) => {
      // written to temporary files and renamed, so that nobody reads a partial one, and all find room or none
      const drafts = files.map(({ name, bytes }) => ({
        draft: path.join(folder, `.${randomUUID()}`),
        target: pathOf(name),
        bytes,
      }));
      try {
        await mkdir(folder, { recursive: true });
        for (const { draft, bytes } of drafts) await writeFile(draft, bytes, { flush: true });
        for (const { draft, target } of drafts) await rename(draft, target);
      } catch (error) {
        for (const { draft } of drafts) await rm(draft, { force: true }).catch(() => {});
        throw meaningOf(error);
      }
    },
    read: async (name) => unlessMissing(() => openFile(pathOf(name)), null),
    has: async (name) => unlessMissing(async () => (await stat(pathOf(name))).isFile(), false),
    remove: async (names) => {
      for (const name of names) await unlessMissing(() => rm(pathOf(name)), undefined);
    },
    names: async function* () {
      const entries = await unlessMissing(() => readdir(folder, { withFileTypes: true }), []);
      for (const entry of entries) if (entry.isFile() && NAME.test(entry.name)) yield entry.name;
    },
  };
}

async function openFile(file: string): Promise<StoredFile> {
  const { size } = await stat(file);
  // opened when it is first read: an answer that nobody reads leaves nothing open
  return { size, body: (await openAsBlob(file)).stream() };
}

/** A shared folder whose server is gone answers with one of these. */
const AWAY = new Set(["EIO", "ESTALE", "ETIMEDOUT", "EHOSTDOWN", "EHOSTUNREACH", "ENOTCONN", "ENOLINK"]);

function meaningOf(error: unknown): unknown {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (["ENOSPC", "EDQUOT"].includes(code)) return new StorageFull(message);
  return AWAY.has(code) ? new StorageAway(message) : error;
}

async function unlessMissing<T, F>(work: () => Promise<T>, missing: F): Promise<T | F> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return missing;
    throw meaningOf(error);
  }
}

/** Where uploads are stored: the bucket of `S3_*`, else the folder `UPLOADS_DIR`, else `uploads` in the data folder. */
export const storageOf = ({ bucket, UPLOADS_DIR, DATA_DIR }: StorageSettings): Storage =>
  bucket ? bucketStorage(bucket) : folderStorage(UPLOADS_DIR ?? path.join(DATA_DIR, "uploads"));
export type StorageSettings = Pick<Settings, "DATA_DIR"> & Partial<Pick<Settings, "UPLOADS_DIR" | "bucket">>;
