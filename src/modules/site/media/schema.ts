import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import type { PictureUse } from "#src/modules/site/media/rules/uses.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** A picture's name: what stands behind `/uploads/`, without width and extension. */
export const PictureName = z.string().regex(/^[0-9a-f]{32}$/);

const message = (id: MessageId) => id;

/** One line, also where somebody typed several. */
const alt = z
  .string()
  .overwrite((typed) => toOneLine(typed).replaceAll(/\s+/g, " "))
  .max(200, message("media-admin.error.long"));
const percent = z.coerce.number().int().min(0).max(100);

/** What is said of a picture, and where its focus is. */
export const DescribePicture = z
  .object({ alt, alt_es: alt, focus_x: percent, focus_y: percent })
  .refine((both) => both.alt !== "" || both.alt_es === "", {
    path: ["alt"],
    message: message("media-admin.error.english"),
  });
export type DescribePicture = z.infer<typeof DescribePicture>;
/** Its fields in page order. */
export const PICTURE_FIELDS = ["alt", "alt_es"] as const;

/** A picture in the list. Instants are ISO strings; the size is null where it isn't known. */
export type ListedPicture = {
  name: string;
  src: string;
  size: { width: number; height: number } | null;
  alt: string;
  alt_es: string;
  focus: { x: number; y: number };
  places: number;
  trashedAt: string | null;
};

/** A picture that is open: `goneAt` is when it leaves the trash for good. */
export type OpenPicture = ListedPicture & {
  version: number;
  addedAt: string;
  goneAt: string | null;
  uses: PictureUse[];
  /** whether the reader may replace it in all of them */
  mayReplace: boolean;
};
