/** What may be wrong with a picture that is sent. */
export const PICTURE_ERRORS = [
  "picture_too_large",
  "picture_type",
  "picture_too_many_pixels",
  "picture_broken",
  "storage_full",
  "forbidden",
  "failed",
] as const;
export type PictureError = (typeof PICTURE_ERRORS)[number];

/** What a file is said to be when it is chosen; the server looks into it. */
export const PICTURE_KINDS = "image/jpeg,image/png,image/webp,image/avif";

/** What the server answers to a picture. Anything else than one of its errors is `failed`. */
export function readAnswer(answer: unknown): { src: string } | { fieldError: PictureError } {
  const { src, reason } = (typeof answer === "object" && answer !== null ? answer : {}) as {
    src?: unknown;
    reason?: unknown;
  };
  if (typeof src === "string") return { src };
  return { fieldError: PICTURE_ERRORS.find((fieldError) => fieldError === reason) ?? "failed" };
}
