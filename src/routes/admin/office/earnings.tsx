import Earnings from "#src/modules/office/reports/admin/earnings-page.tsx";
import { readEarnings } from "#src/modules/office/reports/read-earnings.server.ts";
import { EARNINGS_ADDRESS } from "#src/modules/office/reports/rules/earnings.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/earnings";

/** What places earned per channel. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const read = await readEarnings(fromReplica(ctx), EARNINGS_ADDRESS.read(new URL(request.url).searchParams));
  if (!read.ok) throw refused(read);
  return read.earnings;
}

export default Earnings;
