import { noPage, staffContext, takePicture } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/media-picture";

export const loader = ({ context }: Route.LoaderArgs) => noPage(context);

/** Uploads a picture to the library, for nothing in particular. */
export async function action({ context, request }: Route.ActionArgs) {
  return takePicture(await staffContext(context), request, { needs: "content.change" });
}
