import { i18nFor } from "#src/locales/i18n.ts";
import { writeRequests } from "#src/modules/money/invoices/list-requests.server.ts";
import { RequestFilter } from "#src/modules/money/invoices/schema.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/invoices-csv";

/** The requests of invoices in one state, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const { t } = await i18nFor(ctx.locale);
  const filter = RequestFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const written = writeRequests(ctx, filter, t);
  if (!written.ok) throw refused(written);
  return sentSheet(ctx, written.sheet, `invoices-${filter.view}.csv`);
}
