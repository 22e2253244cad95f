import { data } from "react-router";
import { confirmAddress } from "#src/modules/sales/booking/confirm-address.server.ts";
import { askedAddress } from "#src/modules/sales/booking/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/address";

export const headers = () => PRIVATE;

const changeOf = (request: Request) => new URL(request.url).searchParams.get("change") ?? "";

/** Opening the link changes nothing: email scanners open links too. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const claim = await askedAddress(context.get(requestContext), params.bookingId, changeOf(request));
  return data({ asked: claim.ok ? claim : null }, { status: claim.ok ? 200 : 404, headers: PRIVATE });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const agrees = form.get("answer") === "yes";
  const wish = { booking_id: params.bookingId, change: changeOf(request), agrees };
  const result = await confirmAddress(context.get(requestContext), wish);
  return data(
    { state: result.ok ? result.state : null, email: result.ok ? result.email : "" },
    { status: result.ok ? 200 : 404, headers: PRIVATE },
  );
}

/** The answer stays on the page: after a no the link asks nothing anymore. */
export const shouldRevalidate = () => false;

export default later(
  "page-address",
  async () => (await import("#src/modules/sales/booking/components/address-page.tsx")).default,
  "touched",
);
