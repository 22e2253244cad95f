import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Writes a .br and a .gz beside every text asset of the build, as small as they get: it is done once and served for a year. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    writeBundle: (options) => {
      const folder = path.join(options.dir ?? "", "assets");
      for (const file of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
        const asset = readFileSync(path.join(folder, file));
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(asset, { params }));
        writeFileSync(path.join(folder, `${file}.gz`), gzipSync(asset, { level: 9 }));
      }
    },
  };
}
