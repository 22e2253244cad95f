/** Errors of an uploaded picture. */
export const PICTURE_ERRORS = [
  "picture_too_large",
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

/** Parses the server's response to an upload. Anything but a known error counts as `failed`. */
export function readAnswer(answer: unknown): { src: string } | { fieldError: PictureError } {
  const { src, reason } = (typeof answer === "object" && answer !== null ? answer : {}) as {
    src?: unknown;
    reason?: unknown;
  };
  if (typeof src === "string") return { src };
  return { fieldError: PICTURE_ERRORS.find((fieldError) => fieldError === reason) ?? "failed" };
}
