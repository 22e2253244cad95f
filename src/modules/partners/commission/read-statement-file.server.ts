import { fail } from "#src/kernel/result.ts";
import { partnerOfLink } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { statementPdf } from "#src/modules/partners/commission/write-statement.server.ts";
import { isMonth } from "#src/kernel/local-time.ts";
import { bookingKey } from "#src/modules/partners/commission/read-partner-page.server.ts";
import { byReference, type NameBooking } from "#src/modules/partners/commission/rules/statement-view.ts";
import { statementSheet } from "#src/modules/partners/commission/write-csv.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { countPaper } from "#src/modules/site/media/limit-papers.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const FILE = /^(20\d\d-(?:0[1-9]|1[0-2]))\.(pdf|csv)$/;

/**
 * A partner's statement of a month (2026-11) as a file for staff: PDF in the partner's language, CSV in the reader's. Refusals: forbidden {missing},
 * month_unknown, partner_not_found.
 */
export async function staffStatementFile(
  ctx: Context,
  { partnerId, month, format }: { partnerId: string; month: string; format: "pdf" | "csv" },
) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  if (!isMonth(month)) return fail("month_unknown");
  const read = await (format === "pdf"
    ? statementPdf(ctx, partnerId, month)
    : statementSheet(ctx, partnerId, month, byReference, ctx.locale));
  return read;
}

/**
 * A statement of a partner as a file (`2026-11.pdf`, `.csv`) by the link of their page. That it was taken is noted under the
 * partner's id: the address holds their secret. Refusals: not_found, too_many_attempts {retry_after}, and those of the statement.
 */
export async function readStatementFile(ctx: Context, token: string, file: string) {
  const [, month, format] = FILE.exec(file) ?? [];
  const link = await partnerOfLink(ctx, token);
  if (!month || !link || link.state === "revoked") return fail("not_found");
  const counted = await countPaper(ctx);
  if (!counted.ok) return counted;
  const { id } = link.partner;
  // guests identify themselves with a booking's reference
  const nameOf: NameBooking = ({ bookingId }) => bookingKey(ctx, bookingId).slice(0, 8);
  const read = await (format === "pdf" ? statementPdf : statementSheet)(ctx, id, month, nameOf);
  if (!read.ok) return read;
  await logAccess(ctx.db, ctx, { kind: "download", outcome: "done", subject: `/partner/${id}/statements/${file}` });
  return read;
}
