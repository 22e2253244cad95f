import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { randomUUID } from "node:crypto";

/** Keeps files under names that say what is in them: a name is written once and never means anything else. */
export type Storage = {
  /** Keeps a file whole or not at all. Throws StorageFull when there is no room. */
  keep: (name: string, bytes: Uint8Array) => Promise<void>;
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  has: (name: string) => Promise<boolean>;
};

/** There is no room for another file. */
export class StorageFull extends Error {}

// no slash and no leading point: a name can't lead out of the folder
const NAME = /^[\w-]+(\.[\w-]+)*$/;

/** Files in a folder of this machine. Web servers on several machines share the folder, or only one of them serves it. */
export function folderStorage(folder: string): Storage {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`no name of a file: ${JSON.stringify(name)}`);
    return path.join(folder, name);
  };
  return {
    keep: async (name, bytes) => {
      const target = pathOf(name);
      // written beside and moved, so that nobody reads half of it
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

/** Where this process keeps what people send: `uploads` in its data folder. */
export const storageOf = (settings: { DATA_DIR: string }): Storage =>
  folderStorage(path.join(settings.DATA_DIR, "uploads"));
