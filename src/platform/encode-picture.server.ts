import { createHash } from "node:crypto";
import type { Sharp } from "sharp";

/** What a picture may be at most (trust.md "uploads"). */
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;

/** The widths and formats in which every picture is kept (src/ui/picture.tsx asks for them). */
const WIDTHS = [320, 640, 960, 1280] as const;
/** How many times its width a picture may be high: more is never shown. */
const TALLEST = 3;
// 80 is meant on WebP's scale; AVIF looks the same at 50 and weighs half, with colour at half the resolution as WebP has it
const FORMATS = {
  avif: (image: Sharp) => image.avif({ quality: 50, effort: 3, chromaSubsampling: "4:2:0" }),
  webp: (image: Sharp) => image.webp({ quality: 80, effort: 4 }),
} as const;

type Wrong = "picture_too_large" | "picture_type" | "picture_too_many_pixels" | "picture_broken";
type Encoded = { name: string; files: { name: string; bytes: Uint8Array }[] };

/**
 * A picture that somebody sent, drawn anew in every width and format: whatever else its file carried (where it was taken, a script
 * behind its end) is not in them. Its kind is told from its first bytes, never from its name. `name` is the same for the same file.
 * What it can't be is returned: too large (10 MB), of another kind than JPEG, PNG, WebP and AVIF, of more than 40 million pixels,
 * or broken.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Encoded | Wrong> {
  if (bytes.byteLength > MOST_PICTURE_BYTES) return "picture_too_large";
  if (!isKnownKind(bytes)) return "picture_type";
  return inTurn(() => encode(bytes));
}

async function encode(bytes: Uint8Array): Promise<Encoded | Wrong> {
  // loaded when somebody sends a picture: no page waits for it
  const { default: sharp } = await import("sharp");
  const source = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" });
  try {
    // only its head is read for that
    const seen = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (seen.width * seen.height > MOST_PIXELS) return "picture_too_many_pixels";
    const largest = await shrunk(source().autoOrient(), WIDTHS[3])
      .toColourspace("srgb")
      .png({ compressionLevel: 1 })
      .toBuffer();
    const name = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const files = [];
    for (const width of WIDTHS)
      for (const [ending, as] of Object.entries(FORMATS))
        files.push({ name: `${name}-${width}.${ending}`, bytes: await as(shrunk(sharp(largest), width)).toBuffer() });
    return { name, files };
  } catch {
    // sharp says in words what is wrong with a file; for whoever sent it all of it is one thing
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

let last: Promise<unknown> = Promise.resolve();

/** One after the other: the pixels of a single picture may take 160 MB. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}
