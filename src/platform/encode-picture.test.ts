import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { isNotServed } from "#src/platform/fair-queue.server.ts";
import { encodePicture, MOST_PICTURE_BYTES } from "#src/platform/encode-picture.server.ts";

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 24, b: 70 } } });
const jpeg = (width = 1600, height = 1200) => drawn(width, height).jpeg().toBuffer();

/** The files of a valid picture. */
async function filesOf(bytes: Uint8Array) {
  const encoded = await encodePicture(bytes);
  if (typeof encoded === "string") throw new Error(encoded);
  return encoded;
}

test("a picture is kept in four widths and two formats, under a name that its bytes give it", async () => {
  const bytes = await jpeg();
  const { name, files } = await filesOf(bytes);
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(files.map((file) => file.name.replace(name, "x"))).toEqual(
    [320, 640, 960, 1280].flatMap((width) => [`x-${width}.avif`, `x-${width}.webp`]),
  );
  for (const file of files) {
    const { width, height, format } = await sharp(file.bytes).metadata();
    expect(file.name).toBe(`${name}-${width}.${format === "heif" ? "avif" : format}`);
    expect(height).toBe(width * 0.75);
  }
  expect((await filesOf(bytes)).name).toBe(name);
  expect((await filesOf(await jpeg(1600, 1201))).name).not.toBe(name);
});

test.each(["png", "webp", "avif"] as const)("a %s is a picture", async (format) => {
  expect((await filesOf(await drawn(400, 300)[format]().toBuffer())).files).toHaveLength(8);
});

test("where it was taken, its colours' profile and its comment are gone, and it stands upright", async () => {
  const bytes = await drawn(800, 600)
    .jpeg()
    .withExif({ IFD0: { Copyright: "SECRET-OWNER" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "19/1 25/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const was = await sharp(bytes).metadata();
  expect(was.exif).toBeDefined();
  expect(was.orientation).toBe(6);
  const { files } = await filesOf(bytes);
  for (const { bytes: record } of files) {
    const { exif, xmp, iptc, orientation, width, height } = await sharp(record).metadata();
    expect({ exif, xmp, iptc, orientation }).toEqual({});
    expect(Buffer.from(record).includes("SECRET-OWNER")).toBe(false);
    expect(height).toBeGreaterThan(width);
  }
});

test("what stands behind the end of a picture is left behind", async () => {
  const script = "<script>alert('polyglot')</script>PK\u0003\u0004";
  const { files } = await filesOf(Buffer.concat([await jpeg(640, 480), Buffer.from(script)]));
  for (const { bytes } of files) expect(Buffer.from(bytes).includes("polyglot")).toBe(false);
});

describe("refused is", () => {
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
  test.each([
    ["a page", Buffer.from("<!doctype html><img src=x onerror=alert(1)>")],
    ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;")],
    ["a PDF", Buffer.from("%PDF-1.7\n")],
    ["a HEIC", Buffer.from("\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic")],
    ["nothing", Buffer.alloc(0)],
  ])("%s", async (_, bytes) => expect(await encodePicture(bytes)).toBe("picture_type"));

  test.each(["", `<?xml version="1.0"?>\n<!-- a logo -->\n`, "\uFEFF  "])(
    "a drawing that can hold scripts, by its own word, behind %j",
    async (before) => expect(await encodePicture(Buffer.from(before + SVG))).toBe("picture_svg"),
  );

  test("a drawing behind the first bytes of a picture", async () => {
    const polyglot = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SVG)]);
    expect(await encodePicture(polyglot)).toBe("picture_broken");
  });

  test("a picture of which the end is missing", async () => {
    const whole = await drawn(800, 600).png({ compressionLevel: 0 }).toBuffer();
    expect(await encodePicture(whole.subarray(0, whole.length / 2))).toBe("picture_broken");
  });

  test("more than 10 MB, before anything is read of it", async () => {
    const large = Buffer.concat([await jpeg(), Buffer.alloc(MOST_PICTURE_BYTES)]);
    expect(await encodePicture(large)).toBe("picture_too_large");
  });

  test("more than 40 million pixels, however small its file", async () => {
    const bomb = await drawn(9000, 4500).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.byteLength).toBeLessThan(1_000_000);
    expect(await encodePicture(bomb)).toBe("picture_too_many_pixels");
  });

  /** A picture of one color in 16 bits a channel, of which the file is small. */
  const deep = (width: number, height: number) =>
    drawn(width, height).toColourspace("rgb16").png({ compressionLevel: 9 }).toBuffer();

  test("more than twenty million pixels in 16 bits, and none that half as many are in", async () => {
    const large = await deep(8000, 4000);
    expect((await sharp(large).metadata()).depth).toBe("ushort");
    expect(await encodePicture(large)).toBe("picture_too_many_pixels");
    expect(await encodePicture(await deep(400, 300))).toMatchObject({ width: 400, height: 300 });
  });
});

test("a picture that is higher than anything shown becomes smaller, a small one isn't blown up", async () => {
  const tower = await filesOf(await drawn(100, 9000).png().toBuffer());
  for (const { bytes } of tower.files) expect((await sharp(bytes).metadata()).height).toBeLessThanOrEqual(3840);
  const small = await filesOf(await drawn(200, 100).png().toBuffer());
  for (const { bytes } of small.files) expect((await sharp(bytes).metadata()).width).toBe(200);
});

describe("a crowd of pictures", () => {
  const outcome = (sent: Promise<unknown>) =>
    sent.then(
      () => "kept",
      (error: Error) => (isNotServed(error) ? error.why : error.message),
    );

  test("more than can wait are turned away, of whoever sent the most; another person's is served", async () => {
    const bytes = await jpeg(64, 48);
    const crowd = Array.from({ length: 40 }, () => outcome(encodePicture(bytes, { who: "crowd" })));
    const other = outcome(encodePicture(bytes, { who: "other" }));
    expect(await other).toBe("kept");
    const heard = Object.groupBy(await Promise.all(crowd), (one) => one);
    expect(Object.keys(heard).toSorted()).toEqual(["full", "kept"]);
    expect(await outcome(encodePicture(bytes, { who: "crowd" }))).toBe("kept");
  });

  test("who hangs up leaves the line, and costs nothing", async () => {
    const bytes = await jpeg(64, 48);
    const left = new AbortController();
    const first = outcome(encodePicture(bytes, { who: "one" }));
    const gone = outcome(encodePicture(bytes, { who: "two", signal: left.signal }));
    left.abort();
    expect([await first, await gone]).toEqual(["kept", "left"]);
  });

  test("what is refused by its header doesn't wait", async () => {
    const bomb = await drawn(9000, 4500).png({ compressionLevel: 9 }).toBuffer();
    const bytes = await jpeg(64, 48);
    const crowd = Array.from({ length: 40 }, () => outcome(encodePicture(bytes, { who: "crowd" })));
    expect(await encodePicture(bomb, { who: "other" })).toBe("picture_too_many_pixels");
    await Promise.all(crowd);
  });
});
