import { crc32 } from "node:zlib";

/** A file of an archive; names are UTF-8. */
export type ZippedFile = { name: string; content: Buffer };

const VERSION = 20;
const UTF8 = 0x0800;
/** Midnight of the first day that the format knows: a date would only make two equal archives differ. */
const NO_DATE = 0x00210000;

/** A zip archive in which files stand as they are: pictures and signatures don't get smaller. */
export function zip(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const path = Buffer.from(name);
    const head = fields(
      [4, 0x04034b50],
      [2, VERSION],
      [2, UTF8],
      [2, 0],
      [4, NO_DATE],
      [4, crc32(content)],
      [4, content.length],
      [4, content.length],
      [2, path.length],
      [2, 0],
    );
    // the directory repeats what stands before the file, from the version on, and says where that is
    const [version, what] = [fields([4, 0x02014b50], [2, VERSION]), head.subarray(4)];
    directory.push(version, what, fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), path);
    parts.push(head, path, content);
    offset += head.length + path.length + content.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = files.length;
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Numbers after each other, each little end first. */
function fields(...numbers: readonly [bytes: 2 | 4, value: number][]): Buffer {
  return Buffer.concat(
    numbers.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
