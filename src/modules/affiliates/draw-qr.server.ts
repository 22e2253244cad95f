import { create, toBuffer, toString } from "qrcode";
import type { Page } from "#src/modules/media/draw-paper.server.ts";

/** What a QR code says, and its colours (`#rrggbb`). */
export type QrLook = { address: string; foreground: string; background: string };

/** A quarter of it may be torn off or hidden by a sticker. */
const LEVEL = "Q" as const;
/** The free border that scanners need, in modules. */
const QUIET_ZONE = 4;

const options = ({ foreground, background }: QrLook) => ({
  errorCorrectionLevel: LEVEL,
  margin: QUIET_ZONE,
  color: { dark: foreground, light: background },
});

/** A QR code as SVG, with its free border. */
export const qrSvg = (look: QrLook): Promise<string> => toString(look.address, { ...options(look), type: "svg" });

/** A QR code as PNG of about `size` pixels: each of its squares has whole ones. */
export const qrPng = ({ look, size }: { look: QrLook; size: number }): Promise<Buffer> =>
  toBuffer(look.address, { ...options(look), width: size });

/** Draws a QR code with its free border into a square of a PDF. */
export function paintQr(pdf: Page, look: QrLook, { x, y, size }: { x: number; y: number; size: number }): void {
  const { modules } = create(look.address, { errorCorrectionLevel: LEVEL });
  const step = size / (modules.size + 2 * QUIET_ZONE);
  pdf.rect(x, y, size, size).fill(look.background);
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column))
        pdf.rect(x + (column + QUIET_ZONE) * step, y + (row + QUIET_ZONE) * step, step, step);
  pdf.fill(look.foreground);
}
