import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { type ReplyRefused } from "#src/modules/site/messages/admin/reply-list.tsx";
import { deleteReply } from "#src/modules/site/messages/delete-reply.server.ts";
import { savedReplies } from "#src/modules/site/messages/queries.server.ts";
import { saveReply } from "#src/modules/site/messages/save-reply.server.ts";
import { SaveReply } from "#src/modules/site/messages/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { type Flash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/saved-replies";
import SavedReplies from "#src/modules/site/messages/admin/saved-replies-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const seen = await savedReplies(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  return { replies: seen.replies, mayChange: seen.mayChange, newId: crypto.randomUUID() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
  };
  const typed = { id: textOf("id"), name: textOf("name"), text_en: textOf("text_en"), text_es: textOf("text_es") };
  const answer = (told: ReplyRefused | Flash, status: number) => data(told, { status });
  const id = SaveReply.shape.id.safeParse(typed.id);
  if (!id.success) throw data(null, { status: 400 });
  if (textOf("intent") === "delete") {
    const result = await deleteReply(ctx, { id: id.data });
    if (!result.ok) throw refused(result);
    return answer({ flash: "messages-replies.flash.deleted" }, 200);
  }
  const at = ctx.now.getTime();
  const input = SaveReply.safeParse(typed);
  if (!input.success) {
    const fieldErrors = toFieldErrors(["name", "text_en", "text_es"], input.error.issues);
    return answer({ reply: typed, at, fieldErrors }, 422);
  }
  const result = await saveReply(ctx, input.data);
  if (result.ok) return answer({ flash: "messages-replies.flash.saved" }, 200);
  if (result.reason === "forbidden") throw refused(result);
  if (result.reason === "name_taken")
    return answer({ reply: typed, at, fieldErrors: [{ id: "name", message: "messages-replies.error.taken" }] }, 409);
  const values = { max: result.max };
  return answer({ reply: typed, at, fieldErrors: [], refused: "messages-replies.refused.too_many", values }, 409);
}

export default SavedReplies;
