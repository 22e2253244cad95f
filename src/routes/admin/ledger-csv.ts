import { data } from "react-router";
import { ledgerCsv } from "#src/modules/ledger/write-csv.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/ledger-csv";

/** The ledger's entries of a month, for the accountant: `?month=2026-11`. */
export function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const month = new URL(request.url).searchParams.get("month") ?? "";
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw data(null, { status: 400 });
  return new Response(streamed(ledgerCsv(ctx, month)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="ronda-ledger-${month}.csv"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Reads on only as fast as the browser takes what was read. */
function streamed(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (stream) => {
      const { done, value } = await lines.next();
      if (done) stream.close();
      else stream.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await lines.return(undefined)),
  });
}
