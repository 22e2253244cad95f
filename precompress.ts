import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/**
 * Writes a .br and a .gz beside every text asset of the build at maximum compression: done once and served for a year.
 * Runs in threads during the server build and finishes before it ends.
 */
export function precompress(): Plugin {
  let written: Promise<unknown> = Promise.resolve();
  return {
    name: "precompress",
    apply: "build",
    // the client is built first, and the server by the same plugin
    async writeBundle({ dir = "" }) {
      if (this.environment.name === "client") written = compressAll(path.join(dir, "assets"));
      else await written;
    },
  };
}

async function compressAll(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(files.map((file) => compress(path.join(folder, file))));
}

async function compress(file: string): Promise<void> {
  const asset = await readFile(file);
  const [br, gz] = await Promise.all([brotlied(asset, { params }), gzipped(asset, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
