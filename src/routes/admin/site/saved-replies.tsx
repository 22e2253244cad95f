import { z } from "zod";
import type { ReplyExtra } from "#src/modules/site/messages/admin/reply-list.tsx";
import { deleteReply } from "#src/modules/site/messages/delete-reply.server.ts";
import { savedReplies } from "#src/modules/site/messages/queries.server.ts";
import { saveReply } from "#src/modules/site/messages/save-reply.server.ts";
import { SaveReply } from "#src/modules/site/messages/schema.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import type { Route } from "./+types/saved-replies";
import SavedReplies from "#src/modules/site/messages/admin/saved-replies-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await savedReplies(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { replies: page.replies, mayChange: page.mayChange, newId: crypto.randomUUID() };
}

const valuesOf = (form: FormData) => textsOf(form, ["id", "name", "text_en", "text_es"]);

export const action = (args: Route.ActionArgs) =>
  adminAct<ReplyExtra>(args, {
    refusals: {
      name_taken: { id: "name", message: "messages-replies.error.taken" },
      failed: "messages-admin.flash.failed",
    },
    acts: {
      save: act({
        input: (form) => SaveReply.safeParse(valuesOf(form)),
        fields: ["name", "text_en", "text_es"],
        typed: (form) => ({ formValues: valuesOf(form) }),
        run: saveReply,
        done: "messages-replies.flash.saved",
        refusal: (refusal) =>
          "max" in refusal
            ? { formError: "messages-replies.refused.too_many", values: { max: refusal.max } }
            : undefined,
      }),
      delete: act({ input: z.object({ id: z.uuid() }), run: deleteReply, done: "messages-replies.flash.deleted" }),
    },
  });

export default SavedReplies;
