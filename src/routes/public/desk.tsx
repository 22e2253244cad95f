import { data } from "react-router";
import { deskSecretOf } from "#src/modules/partners/desk/keep-cookie.server.ts";
import { deskOf, deskState } from "#src/modules/partners/desk/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { SECRET } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/desk";

export const headers = () => SECRET;

/** What the device that asks may see. Its secret goes to addresses below /desk alone, so that the page itself isn't asked again as data. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const device = await deskOf(ctx, deskSecretOf(ctx, request.headers.get("cookie")));
  return data({ state: await deskState(ctx, device) }, { headers: SECRET });
}

export const shouldRevalidate = () => false;

const screen = () => import("#src/modules/partners/desk/components/desk-screen.tsx").then((part) => part.DeskScreen);
const DeskScreen = later("page-desk", screen);
const NoDesk = later("page-no-desk", screen, "touched");

export default function Desk({ loaderData: { state } }: Route.ComponentProps) {
  const Screen = state.kind === "gone" ? NoDesk : DeskScreen;
  return <Screen first={state} />;
}
