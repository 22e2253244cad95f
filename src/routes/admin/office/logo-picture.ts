import { noPage, staffContext, takePicture } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/logo-picture";

export const loader = ({ context }: Route.LoaderArgs) => noPage(context);

/** Uploads a logo, which counts once the options are saved with it. */
export async function action({ context, request }: Route.ActionArgs) {
  return takePicture(await staffContext(context), request, { needs: "settings.change" });
}
