/** Errors of an uploaded picture. */
export const PICTURE_ERRORS = [
  "picture_too_large",
  "picture_svg",
  "picture_type",
  "picture_too_many_pixels",
  "picture_broken",
  "storage_full",
  "storage_away",
  "forbidden",
  "failed",
] as const;
export type PictureError = (typeof PICTURE_ERRORS)[number];

/** Accepted MIME types in the file picker; the server checks the content. */
export const PICTURE_KINDS = "image/jpeg,image/png,image/webp,image/avif";

/** A picture that has been stored: its URL without width and extension, its size in pixels, and what is known to be on it. */
export type KeptPicture = { src: string; width: number; height: number; alt: string; alt_es: string };

/** Parses the server's response to an upload. Anything but a known error counts as `failed`. */
export function readAnswer(answer: unknown): KeptPicture | { fieldError: PictureError } {
  const { reason } = partsOf(answer);
  return readPicture(answer) ?? { fieldError: PICTURE_ERRORS.find((fieldError) => fieldError === reason) ?? "failed" };
}

/** Parses a page of pictures to choose from; null for any other answer. */
export function readChoice(answer: unknown): { pictures: KeptPicture[]; total: number } | null {
  const { pictures, total } = partsOf(answer);
  if (!Array.isArray(pictures)) return null;
  return { pictures: pictures.map(readPicture).filter((picture) => picture !== null), total: Number(total) };
}

function readPicture(answer: unknown): KeptPicture | null {
  const { src, width, height, alt, alt_es } = partsOf(answer);
  const textOf = (text: unknown) => (typeof text === "string" ? text : "");
  if (typeof src !== "string") return null;
  return { src, width: Number(width), height: Number(height), alt: textOf(alt), alt_es: textOf(alt_es) };
}

const partsOf = (answer: unknown): Partial<Record<string, unknown>> =>
  typeof answer === "object" && answer !== null ? answer : {};
