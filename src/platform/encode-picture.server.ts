import { createHash } from "node:crypto";
import type { Sharp } from "sharp";

/** Maximum size of an uploaded picture (trust.md "uploads"). */
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;

/** The widths in which every picture is stored (src/ui/picture.tsx requests them). */
const WIDTHS = [320, 640, 960, 1280] as const;
/** Maximum height as a multiple of the width: taller is never displayed. */
const TALLEST = 3;
// 80 is on WebP's scale; AVIF at 50 looks the same at half the size, with chroma subsampled as in WebP
const FORMATS = {
  avif: (image: Sharp) => image.avif({ quality: 50, effort: 3, chromaSubsampling: "4:2:0" }),
  webp: (image: Sharp) => image.webp({ quality: 80, effort: 4 }),
} as const;

/** The names of all files of a picture. */
export const filesOfPicture = (name: string): string[] =>
  WIDTHS.flatMap((width) => Object.keys(FORMATS).map((ending) => `${name}-${width}.${ending}`));

type Wrong = "picture_too_large" | "picture_svg" | "picture_type" | "picture_too_many_pixels" | "picture_broken";
/** `width` and `height` are those of the largest file, in pixels. */
type Encoded = { name: string; width: number; height: number; files: { name: string; bytes: Uint8Array }[] };

/**
 * Re-encodes an uploaded picture in every width and format, which drops everything else in the file (location metadata, a
 * script appended to it). The type is detected from the first bytes, never from the name. `name` is the same for the same file.
 * Returns a refusal when it is too large (10 MB), an SVG, not JPEG, PNG, WebP or AVIF, over 40 million pixels, or broken.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Encoded | Wrong> {
  if (bytes.byteLength > MOST_PICTURE_BYTES) return "picture_too_large";
  if (!isKnownKind(bytes)) return isSvg(bytes) ? "picture_svg" : "picture_type";
  return inTurn(() => encode(bytes));
}

async function encode(bytes: Uint8Array): Promise<Encoded | Wrong> {
  // loaded on the first upload: no page waits for it
  const { default: sharp } = await import("sharp");
  const source = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" });
  try {
    // reads only the header
    const seen = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (seen.width * seen.height > MOST_PIXELS) return "picture_too_many_pixels";
    const { data: largest, info } = await shrunk(source().autoOrient(), WIDTHS[3])
      .toColourspace("srgb")
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    const name = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const files = [];
    for (const width of WIDTHS)
      for (const [ending, as] of Object.entries(FORMATS))
        files.push({ name: `${name}-${width}.${ending}`, bytes: await as(shrunk(sharp(largest), width)).toBuffer() });
    return { name, width: info.width, height: info.height, files };
  } catch {
    // sharp's messages describe the damage; to the uploader they all mean the same
    return "picture_broken";
  }
}

const shrunk = (image: Sharp, width: number) =>
  image.resize({ width, height: width * TALLEST, fit: "inside", withoutEnlargement: true });

const startsWith = (bytes: Uint8Array, at: number, text: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", at, at + text.length) === text;

const isKnownKind = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0, "\xFF\xD8\xFF") ||
  startsWith(bytes, 0, "\x89PNG\r\n\x1A\n") ||
  (startsWith(bytes, 0, "RIFF") && startsWith(bytes, 8, "WEBP")) ||
  (startsWith(bytes, 4, "ftyp") && ["avif", "avis"].some((brand) => startsWith(bytes, 8, brand)));

/** A drawing in text, which could hold scripts and load other files. */
function isSvg(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 4096)).toString("utf8").trimStart();
  return /^<(\?xml|!--|!doctype svg|svg)/i.test(text) && /<svg[\s>]/i.test(text);
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time: the pixels of a single picture may take 160 MB. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}
