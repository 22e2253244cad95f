import { parentPort } from "node:worker_threads";
import { drawPoster } from "#src/modules/partners/partner-admin/draw-poster.server.ts";
import { qrPng } from "#src/modules/partners/partner-admin/draw-qr.server.ts";
import { drawStatement } from "#src/modules/partners/commission/draw-statement.server.ts";
import type { PaperKind } from "#src/modules/site/media/keep-papers.server.ts";
import { drawList } from "#src/modules/office/night/draw-list.server.ts";
import { drawReceipts } from "#src/modules/money/receipts/draw-receipts.server.ts";
import { drawTickets } from "#src/modules/evening/tickets/draw-tickets.server.ts";
import { drawSettlement } from "#src/modules/evening/vouchers/draw-settlement.server.ts";
import type { ThreadAnswer } from "#src/platform/call-thread.server.ts";

// The program of the thread that draws (media/keep-papers.server.ts starts it). Node runs it as it is, unbuilt: what it imports may
// import neither texts nor anything else that only the build can load.

const DRAW: Record<PaperKind, (sheet: never) => Promise<Buffer>> = {
  list: drawList,
  poster: drawPoster,
  qr: qrPng,
  receipts: drawReceipts,
  settlement: drawSettlement,
  statement: drawStatement,
  tickets: drawTickets,
};

type DrawRequest = { kind: PaperKind; sheet: never };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
const say = (answer: ThreadAnswer) => parentPort?.postMessage(answer);

parentPort?.on("message", ({ kind, sheet }: DrawRequest) =>
  DRAW[kind](sheet).then(
    (value) => say({ value }),
    (error: Error) => say({ error: error.stack ?? error.message }),
  ),
);
