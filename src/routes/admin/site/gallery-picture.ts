import { addImage } from "#src/modules/site/content/add-image.server.ts";
import { AskedSite } from "#src/modules/site/content/schema.ts";
import { noPage, staffContext, takePicture } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/gallery-picture";

export const loader = ({ context }: Route.LoaderArgs) => noPage(context);

/** Uploads one picture to the gallery of `?site=`. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const site = AskedSite.catch(ctx.site).parse(new URL(request.url).searchParams.get("site"));
  return takePicture(ctx, request, { needs: "content.change", use: (upload) => addImage(ctx, { ...upload, site }) });
}
