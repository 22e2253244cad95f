import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { randomUUID } from "node:crypto";

/** Stores files under names derived from their content: a name is written once and never changes its meaning. */
export type Storage = {
  /** Stores a file atomically. Throws StorageFull when the disk is full. */
  keep: (name: string, bytes: Uint8Array) => Promise<void>;
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  has: (name: string) => Promise<boolean>;
};

/** The disk is full. */
export class StorageFull extends Error {}

// no slash and no leading dot: a name can't leave the folder
const NAME = /^[\w-]+(\.[\w-]+)*$/;

/** Files in a local folder. Web servers on several machines share the folder, or only one of them serves it. */
export function folderStorage(folder: string): Storage {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`no name of a file: ${JSON.stringify(name)}`);
    return path.join(folder, name);
  };
  return {
    keep: async (name, bytes) => {
      const target = pathOf(name);
      // written to a temporary file and renamed, so that nobody reads a partial one
      const draft = path.join(folder, `.${randomUUID()}`);
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(draft, bytes, { flush: true });
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        if (["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw new StorageFull();
        throw error;
      }
    },
    read: async (name) => unlessMissing(async () => new Uint8Array(await readFile(pathOf(name))), null),
    has: async (name) => unlessMissing(async () => (await stat(pathOf(name))).isFile(), false),
  };
}

async function unlessMissing<T, F>(work: () => Promise<T>, missing: F): Promise<T | F> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return missing;
    throw error;
  }
}

/** Where this process stores uploads: `uploads` in its data folder. */
export const storageOf = (settings: { DATA_DIR: string }): Storage =>
  folderStorage(path.join(settings.DATA_DIR, "uploads"));
