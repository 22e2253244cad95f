import { TapsSent } from "#src/modules/evening/stops/schema.ts";
import { takeTaps } from "#src/modules/evening/stops/take-taps.server.ts";
import { noPage, posted, refused, scriptAnswer, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night-taps";

export const loader = ({ context }: Route.LoaderArgs) => noPage(context);

/** Takes what a guide did on the way and their phone kept until it had a line. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const sent = TapsSent.safeParse(await posted(request));
  if (!sent.success) return scriptAnswer({ reason: "invalid" }, 422);
  const { taps, sent_at, user } = sent.data;
  const result = await takeTaps(ctx, id, { taps, sentAt: new Date(sent_at), userId: user });
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  if (!result.ok) return scriptAnswer({ reason: result.reason }, 403);
  return scriptAnswer({ results: result.results });
}
