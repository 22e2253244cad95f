/** Stores files under names derived from their content: a name is written once and never changes its meaning. */
export type Storage = {
  /**
   * Stores files, each whole or not at all. Throws StorageFull when there is no room, StorageAway when the store doesn't answer. A
   * folder without room for all of them keeps none; a bucket may keep the first ones, because our key needn't be able to delete.
   */
  keep: (files: readonly NamedFile[]) => Promise<void>;
  /** A file as a stream with its size in bytes; null if there is none. Throws StorageAway. */
  read: (name: string) => Promise<StoredFile | null>;
  has: (name: string) => Promise<boolean>;
  /** Removes files, also those that aren't there. Throws StorageAway; where our key may not delete, the files stay. */
  remove: (names: readonly string[]) => Promise<void>;
  /** The names of all files, in no particular order. */
  names: () => AsyncIterable<string>;
};
export type NamedFile = { name: string; bytes: Uint8Array };
export type StoredFile = { size: number; body: ReadableStream<Uint8Array<ArrayBuffer>> };

/** There is no room left. */
export class StorageFull extends Error {}

/** The store doesn't answer, or not in time; it may later. */
export class StorageAway extends Error {}

/** Names without a slash or a leading dot: they can't leave their folder. */
export const NAME = /^[\w-]+(\.[\w-]+)*$/;

/** The name itself. Throws on one that could leave its folder or bucket. */
export function safeName(name: string): string {
  if (!NAME.test(name)) throw new Error(`no name of a file: ${JSON.stringify(name)}`);
  return name;
}
