import { data } from "react-router";
import { addImage } from "#src/modules/content/add-image.server.ts";
import { keepPicture } from "#src/modules/content/keep-picture.server.ts";
import { PICTURE_STATUS } from "#src/modules/content/rules/picture-status.ts";
import { AskedSite } from "#src/modules/content/schema.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/gallery-picture";

/** No page here: pictures are only posted. */
export async function loader({ context }: Route.LoaderArgs) {
  await staffContext(context);
  throw data(null, { status: 404 });
}

/** Uploads one picture, the form's field `picture`, to the gallery of `?site=`; returns its URL or why it was refused. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const site = AskedSite.catch(ctx.site).parse(new URL(request.url).searchParams.get("site"));
  const picture = (await request.formData()).get("picture");
  if (!(picture instanceof File)) return Response.json({ reason: "picture_type" }, { status: 400 });
  const kept = await keepPicture(ctx, new Uint8Array(await picture.arrayBuffer()), "content.change");
  if (!kept.ok) return refusal(kept.reason);
  const added = await addImage(ctx, { src: kept.src, site });
  return added.ok ? Response.json({ src: kept.src }, { status: 201 }) : refusal(added.reason);
}

const refusal = (reason: string) => Response.json({ reason }, { status: PICTURE_STATUS[reason] ?? 422 });
