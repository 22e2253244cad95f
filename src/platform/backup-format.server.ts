import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { pipeline, Readable } from "node:stream";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";

/** The first file of a backup: what a restore needs before it loads the rest. */
export type BackupHeader = {
  format: "ronda-backup-1";
  /** The release that wrote it, and when its snapshot was taken. */
  release: string;
  taken_at: string;
  migrations: string[];
  /** The newest migration of the job queue's own schema. */
  worker_migration: number;
  tables: { name: string; columns: string[] }[];
  /** Sequence → the number it has given last. */
  sequences: Record<string, number>;
};

/** The last file: a backup without it is not whole. Checksums are SHA-256 of a table's rows and of all pictures, in their order. */
export type BackupManifest = {
  tables: Record<string, { rows: number; sha256: string }>;
  pictures: { count: number; sha256: string };
};

export const HEADER = "backup.json";
export const MANIFEST = "manifest.json";
export const pictureFile = (name: string): string => `pictures/${name}`;
/** A table is split into many files, because a file's size must be known before it is written. */
export const tableFile = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, "0")}`;

/** A backup that can't be used; the message is a line for the operator. */
export class BadBackup extends Error {}

/** Compresses a tar stream (zstd) and, with a key, encrypts it (age). Whoever stops reading ends the tar stream. */
export async function sealed(tar: Readable, key: string | undefined): Promise<Readable> {
  const packed = pipeline(tar, createZstdCompress(), () => {}); // an error is also that of its end
  if (!key) return packed;
  const encrypter = new Encrypter();
  encrypter.addRecipient(key.startsWith("age1") ? key : await identityToRecipient(key));
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>)) as never);
}

const AGE = Buffer.from("age-encryption.org/");

/** The tar stream inside a backup's file. Throws BadBackup without the key that it needs. */
export async function opened(file: Readable, key: string | undefined): Promise<Readable> {
  const chunks = file[Symbol.asyncIterator]();
  const first = await chunks.next();
  const beginning = first.done ? Buffer.alloc(0) : Buffer.from(first.value as Uint8Array);
  const whole = Readable.from(rejoined(beginning, chunks), { objectMode: false });
  const packed = beginning.subarray(0, AGE.length).equals(AGE) ? await decrypted(whole, key) : whole;
  return pipeline(packed, createZstdDecompress(), () => {}); // an error is also that of its end
}

async function* rejoined(beginning: Buffer, rest: AsyncIterator<unknown>) {
  yield beginning;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value as Buffer;
}

async function decrypted(file: Readable, key: string | undefined): Promise<Readable> {
  if (!key) throw new BadBackup("the backup is encrypted: set BACKUP_KEY");
  if (key.startsWith("age1")) throw new BadBackup("BACKUP_KEY only encrypts: set the secret key (AGE-SECRET-KEY-1…)");
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>)) as never);
  } catch (error) {
    throw new BadBackup(`the backup can't be decrypted: ${(error as Error).message}`, { cause: error });
  }
}
