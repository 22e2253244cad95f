import { X } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { TagInput } from "#src/modules/office/booking-admin/admin/tag-input.tsx";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField } from "#src/ui/admin/field.tsx";

/** A booking's tags, each with a button that takes it off, and a field for another. */
export function TagList({ panel }: { panel: Panel }) {
  const { t } = useText();
  const [name, setName] = useState("");
  const { post, busy, refused, errorOf } = useAct(panel.id, { onDone: () => setName("") });
  const { tags, tagsInUse, may } = panel;
  const others = tagsInUse.filter((tag) => !tags.includes(tag));
  return (
    <div className="grid gap-2">
      {tags.length === 0 ? (
        <p className="text-text-3">{t("booking-admin.noTags")}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex min-h-6.5 items-center gap-1 rounded-full border border-line-2 pl-2.5 font-medium text-text-2 not-has-[button]:pr-2.5"
            >
              {tag}
              {may.change && (
                <button
                  type="button"
                  disabled={busy}
                  aria-label={t("booking-admin.tagOff", { tag })}
                  title={t("booking-admin.tagOff", { tag })}
                  onClick={() => post({ act: "tag", name: tag, way: "remove" })}
                  className="grid size-6.5 place-items-center rounded-full text-text-3 hover:bg-hover max-md:size-11"
                >
                  <X aria-hidden size={13} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {may.change && (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            post({ act: "tag", name, way: "add" });
          }}
        >
          <AdminField
            id="tag-new"
            label={t("booking-admin.tag")}
            className="grow"
            {...(refused ? { error: refused } : errorOf("name"))}
          >
            {(control) => <TagInput control={control} existing={others} value={name} onValue={setName} />}
          </AdminField>
          <AdminButton type="submit" busy={busy}>
            {t("booking-admin.addTag")}
          </AdminButton>
        </form>
      )}
    </div>
  );
}
