import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { withText } from "#src/modules/site/messages/rules/saved-reply.ts";
import { useDraft } from "#src/ui/admin/use-draft.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminField, AdminSelect } from "#src/ui/admin/field.tsx";

type SavedRepliesProps = {
  /** Those that have a text in the message's language. */
  texts: readonly { id: string; name: string; text: string }[];
  /** Whether there are some in the other one. */
  hasOthers: boolean;
  /** The answer that is being written (`AnswerForm`). */
  draftName: string;
};

/** Saved texts to answer with: one that is chosen goes behind what is written. */
export function SavedReplies({ texts, hasOthers, draftName }: SavedRepliesProps) {
  const { t, locale } = useText("messages-replies");
  const draft = useDraft(draftName);
  const all = (
    <Link to={localizedPath("/admin/messages/replies", locale)} className={ADMIN_LINK}>
      {t(texts.length > 0 || hasOthers ? "messages-replies.manage" : "messages-replies.first")}
    </Link>
  );
  if (texts.length === 0) return <p className="pt-3 text-fine">{all}</p>;
  return (
    <div className="pt-3">
      <AdminField id="saved-reply" label={t("messages-replies.pick")} help={all}>
        {(control) => (
          // shows no choice: the same one may be picked again
          <AdminSelect
            {...control}
            value=""
            onChange={({ target: { value } }) => {
              const picked = texts.find(({ id }) => id === value);
              if (picked) draft.write(withText(draft.text, picked.text));
            }}
          >
            <option value="">{t("messages-replies.choose")}</option>
            {texts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </AdminSelect>
        )}
      </AdminField>
    </div>
  );
}
