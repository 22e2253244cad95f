import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { readNight } from "#src/modules/night/queries.server.ts";
import NightPage from "#src/routes/admin/components/night.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night";

/** Filtering and sorting happen in the page: they need no new list, and no signal. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;

export async function loader({ context, params }: Route.LoaderArgs) {
  const seen = await readNight(await staffContext(context), params.id);
  if (seen.ok) return { night: seen.night };
  if (seen.reason === "forbidden") throw refused(seen);
  throw data(null, { status: 404 });
}

export default function Night({ loaderData }: Route.ComponentProps) {
  return <NightPage given={loaderData.night} />;
}
