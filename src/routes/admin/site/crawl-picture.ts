import { noPage, staffContext, takePicture } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/crawl-picture";

export const loader = ({ context }: Route.LoaderArgs) => noPage(context);

/** Uploads a picture of a crawl or a city. */
export async function action({ context, request }: Route.ActionArgs) {
  return takePicture(await staffContext(context), request, { needs: "crawls.change" });
}
