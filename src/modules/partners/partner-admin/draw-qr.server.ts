import type { Page } from "#src/modules/site/media/draw-paper.server.ts";
import * as media from "#src/modules/site/media/draw-qr.server.ts";

/** What a partner's QR code says, and its colours (`#rrggbb`). */
export type QrLook = { address: string; foreground: string; background: string };

// printed: a quarter of it may be torn off or hidden by a sticker, and its border is all of the ground that it is sure to have
const printed = ({ foreground, background }: QrLook): media.QrLook => ({
  dark: foreground,
  light: background,
  level: "Q",
  margin: 4,
});

/** A partner's QR code as SVG, with its free border. */
export const qrSvg = (look: QrLook): Promise<string> => media.qrSvg(look.address, printed(look));

/** A partner's QR code as PNG of about `size` pixels: each of its squares has whole ones. */
export const qrPng = async ({ look, size }: { look: QrLook; size: number }): Promise<Buffer> =>
  media.qrPng(look.address, printed(look), media.qrScale(look.address, printed(look), size));

/** Draws a partner's QR code with its free border into a square of a PDF. */
export const paintQr = (pdf: Page, look: QrLook, at: { x: number; y: number; size: number }): void =>
  media.paintQr(pdf, media.squaresOf(look.address, printed(look).level), printed(look), at);
