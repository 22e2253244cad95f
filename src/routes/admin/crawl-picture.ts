import { data } from "react-router";
import { keepPicture } from "#src/modules/content/keep-picture.server.ts";
import { PICTURE_STATUS } from "#src/modules/content/rules/picture-status.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/crawl-picture";

/** No page here: pictures are only posted. */
export async function loader({ context }: Route.LoaderArgs) {
  await staffContext(context);
  throw data(null, { status: 404 });
}

/** Uploads one picture, the form's field `picture`; returns its URL or why it was refused. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const picture = (await request.formData()).get("picture");
  if (!(picture instanceof File)) return Response.json({ reason: "picture_type" }, { status: 400 });
  const result = await keepPicture(ctx, new Uint8Array(await picture.arrayBuffer()), "crawls.change");
  if (result.ok) return Response.json({ src: result.src }, { status: 201 });
  return Response.json({ reason: result.reason }, { status: PICTURE_STATUS[result.reason] ?? 422 });
}
