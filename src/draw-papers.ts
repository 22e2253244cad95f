import { drawPoster } from "#src/modules/partners/partner-admin/draw-poster.server.ts";
import { qrPng } from "#src/modules/partners/partner-admin/draw-qr.server.ts";
import { drawStatement } from "#src/modules/partners/commission/draw-statement.server.ts";
import type { PaperKind } from "#src/modules/site/media/keep-papers.server.ts";
import { drawList } from "#src/modules/office/night/draw-list.server.ts";
import { drawGiftCard } from "#src/modules/sales/gift-cards/draw-card.server.ts";
import { drawReceipts } from "#src/modules/books/receipts/draw-receipts.server.ts";
import { drawTickets } from "#src/modules/evening/tickets/draw-tickets.server.ts";
import { drawSettlement } from "#src/modules/evening/vouchers/draw-settlement.server.ts";

// What draws papers: media/keep-papers.server.ts loads it for the first one. Node runs it as it is, unbuilt: what it imports may
// import neither texts nor anything else that only the build can load.

const DRAW: Record<PaperKind, (sheet: never) => Promise<Buffer>> = {
  "gift-card": drawGiftCard,
  list: drawList,
  poster: drawPoster,
  qr: qrPng,
  receipts: drawReceipts,
  settlement: drawSettlement,
  statement: drawStatement,
  tickets: drawTickets,
};

export type DrawRequest = { kind: PaperKind; sheet: never };

/** The bytes of a paper. */
export const drawPaper = async ({ kind, sheet }: DrawRequest): Promise<Uint8Array> => DRAW[kind](sheet);
