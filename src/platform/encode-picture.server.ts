import { createHash } from "node:crypto";
import type { Metadata, Sharp } from "sharp";
import { FairQueue } from "#src/platform/fair-queue.server.ts";

/** Maximum size of an uploaded picture (rule limits-5). */
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;
/** What its pixels may take in memory: 40 million of them with four channels of a byte, or half as many in 16 bits. */
const MOST_DECODED_BYTES = 4 * MOST_PIXELS;
/** The longest that one step of one picture takes, many times what the largest needs. */
const STEP_SECONDS = 20;
/** Pictures that wait here for their turn; one is a second or two of a processor. */
const MOST_WAITING = 16;

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
 * Returns a refusal when it is too large (10 MB), an SVG, not JPEG, PNG, WebP or AVIF, over 40 million pixels (20 million in 16
 * bits a channel), or broken. Its header is looked at before it waits for its turn. Throws NotServed when too many wait or the
 * sender has left.
 */
export async function encodePicture(bytes: Uint8Array, sender: PictureSender = NOBODY): Promise<Encoded | Wrong> {
  if (bytes.byteLength > MOST_PICTURE_BYTES) return "picture_too_large";
  if (!isKnownKind(bytes)) return isSvg(bytes) ? "picture_svg" : "picture_type";
  const wrong = await wrongIn(bytes);
  if (wrong) return wrong;
  const { who, signal, rest } = sender;
  rest?.();
  return queue.take({ line: "pictures", shares: [who, who], ahead: 0, ...(signal ? { signal } : {}) }, () =>
    encode(bytes),
  );
}

/** Who sends a picture, of whom one is encoded at a time; `signal` aborts when they hang up, `rest` is called before the wait. */
type PictureSender = { who: string; signal?: AbortSignal; rest?: () => void };
const NOBODY: PictureSender = { who: "nobody" };

/** One at a time: the pixels of a single picture may take 160 MB. Whoever has sent the fewest is next. */
const queue = new FairQueue({ atOnce: 1, waiting: MOST_WAITING, calm: MOST_WAITING, overtaken: 2 * MOST_WAITING });

/** The refusal of a picture by its header. */
async function wrongIn(bytes: Uint8Array): Promise<Wrong | null> {
  // loaded on the first upload: no page waits for it
  const { default: sharp } = await import("sharp");
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!metadata) return "picture_broken";
  const isTooMuch = metadata.width * metadata.height > MOST_PIXELS || decodedBytes(metadata) > MOST_DECODED_BYTES;
  return isTooMuch ? "picture_too_many_pixels" : null;
}

const decodedBytes = ({ width, height, channels, depth }: Metadata): number =>
  width * height * channels * (BYTES[depth] ?? 8);
/** The bytes of a channel by its kind; any other may take eight. */
const BYTES: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 };

async function encode(bytes: Uint8Array): Promise<Encoded | Wrong> {
  const { default: sharp } = await import("sharp");
  const source = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" }).timeout({ seconds: STEP_SECONDS });
  try {
    const { data: largest, info } = await shrunk(source.autoOrient(), WIDTHS[3])
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
