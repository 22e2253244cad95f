import { useState } from "react";
import { useFetcher, useSubmit } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { RadioChoices } from "#src/modules/office/booking-admin/admin/radio-choices.tsx";
import { TagInput } from "#src/modules/office/booking-admin/admin/tag-input.tsx";
import type { ListAnswer, Tagged, Tagging } from "#src/modules/office/booking-admin/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField } from "#src/ui/admin/field.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

type TagDialogProps = {
  base: string;
  open: boolean;
  chosen: { ids: string; all: string; query: string };
  /** The tags in use, to choose from. */
  existing: readonly string[];
  onClose: () => void;
};

/** Adds a tag to the chosen bookings or takes it off them: choose it, see how many it concerns, confirm; it can be undone. */
export function TagDialog({ base, open, chosen, existing, onClose }: TagDialogProps) {
  const { t } = useText("booking-admin-list", "admin");
  const fetcher = useFetcher<ListAnswer>();
  const submit = useSubmit();
  const [name, setName] = useState("");
  const [way, setWay] = useState<Tagging["way"]>("add");
  // what was typed after an answer isn't what it speaks of
  const [isEdited, setEdited] = useState(true);
  const answer = fetcher.data;
  useUndo({ data: answer, submit: (form, how) => submit(form, { ...how, navigate: false }) }, { action: base });
  const wrong = answer?.fieldErrors?.[0]?.message ?? answer?.formError;
  const view = (!isEdited && answer?.tagged) || null;
  useAnswer(answer?.done ? answer : null, onClose);
  const busy = fetcher.state !== "idle";
  const post = (intent: "preview-tag" | "tag") => {
    setEdited(false);
    void fetcher.submit({ intent, name, way, ...chosen }, { method: "post", action: base });
  };
  const changed = view ? changedOf(view, way) : 0;
  return (
    <AdminDialog
      open={open}
      title={t("booking-admin-list.tag.title")}
      onClose={onClose}
      footer={
        <>
          <AdminButton onClick={onClose}>{t("booking-admin-list.back")}</AdminButton>
          {view ? (
            <AdminButton kind="ink" busy={busy} disabled={changed === 0} onClick={() => post("tag")}>
              {t(`booking-admin-list.tag.do_${way}`, { count: changed })}
            </AdminButton>
          ) : (
            <AdminButton kind="ink" type="submit" form="tag-form" busy={busy}>
              {t("booking-admin-list.email.preview")}
            </AdminButton>
          )}
        </>
      }
    >
      <form
        id="tag-form"
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          post(view && changed > 0 ? "tag" : "preview-tag");
        }}
      >
        <RadioChoices
          name="way"
          legend={t("booking-admin-list.tag.way")}
          value={way}
          onValue={(next) => {
            setWay(next);
            setEdited(true);
          }}
          options={(["add", "remove"] as const).map((value) => ({
            value,
            label: t(`booking-admin-list.tag.${value}`),
          }))}
        />
        <AdminField
          id="tag-name"
          label={t("booking-admin-list.tag.name")}
          help={t("booking-admin-list.tag.help")}
          error={!isEdited && wrong ? t(wrong, answer?.values) : undefined}
        >
          {(control) => (
            <TagInput
              control={control}
              existing={existing}
              value={name}
              onValue={(value) => {
                setName(value);
                setEdited(true);
              }}
            />
          )}
        </AdminField>
        <p aria-live="polite" className="min-h-5">
          {view && t(`booking-admin-list.tag.would_${way}`, { ...view, count: changed })}
        </p>
      </form>
    </AdminDialog>
  );
}

const changedOf = ({ all, having }: Tagged, way: Tagging["way"]): number => (way === "add" ? all - having : having);
