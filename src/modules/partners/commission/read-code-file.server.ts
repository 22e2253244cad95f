import { fail, ok } from "#src/kernel/result.ts";
import { partnerOfLink } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { findQrCode } from "#src/modules/sales/affiliates/queries.server.ts";
import { fileNamed } from "#src/modules/partners/partner-admin/rules/qr-file.ts";
import { writeQrFile } from "#src/modules/partners/partner-admin/write-qr-file.server.ts";
import { countPaper } from "#src/modules/site/media/limit-papers.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A picture or poster of a partner's own QR code by the link of their page. Refusals: not_found, also for codes of others; too_many_attempts {retry_after}. */
export async function readCodeFile(
  ctx: Context,
  token: string,
  { code: id, file: name }: { code: string; file: string },
) {
  const link = await partnerOfLink(ctx, token);
  const file = fileNamed(name);
  if (link?.state !== "open" || !file) return fail("not_found");
  const counted = await countPaper(ctx);
  if (!counted.ok) return counted;
  const code = await findQrCode(ctx, id);
  if (code?.partner_id !== link.partner.id || !code.is_active) return fail("not_found");
  return ok({ file: await writeQrFile(ctx, code, file) });
}
