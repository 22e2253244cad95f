import { Trash2 } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useLocation } from "react-router";
import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { FocusField } from "#src/modules/site/media/admin/focus-field.tsx";
import { ReplacePicture } from "#src/modules/site/media/admin/replace-picture.tsx";
import type { usePictures } from "#src/modules/site/media/admin/use-pictures.ts";
import { UsesList } from "#src/modules/site/media/admin/uses-list.tsx";
import { isReplaced } from "#src/modules/site/media/rules/uses.ts";
import type { DescribePicture, OpenPicture } from "#src/modules/site/media/schema.ts";
import { Bilingual } from "#src/ui/admin/bilingual.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Conflict } from "#src/ui/admin/conflict.tsx";
import { AdminNotice, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";

type PicturePanelProps = {
  picture: OpenPicture;
  history: readonly AuditLogEntry[];
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  acts: ReturnType<typeof usePictures>;
};

const FORM = "picture-form";
const FIELDS = ["alt", "alt_es", "focus_x", "focus_y"] as const;

const valuesOf = ({ alt, alt_es, focus }: OpenPicture): DescribePicture => ({
  alt,
  alt_es,
  focus_x: focus.x,
  focus_y: focus.y,
});

/** A picture: its focus, what it shows, where it is used, and what can be done with it. */
export function PicturePanel({ picture, history, closeHref, previousHref, nextHref, acts }: PicturePanelProps) {
  const { t, locale } = useText();
  const { name, size, uses, goneAt } = picture;
  const dayOf = (instant: string) => shortDate(dateIn(new Date(instant), HOME_ZONE), locale, "");
  return (
    <SidePanel
      title={inLocale(locale, picture.alt, picture.alt_es) || t("media-admin.name", { id: name.slice(-6) })}
      meta={t("media-admin.facts", { size: size ? t("media-admin.size", size) : "", date: dayOf(picture.addedAt) })}
      closeHref={closeHref}
      previousHref={previousHref}
      nextHref={nextHref}
      footer={<Acts picture={picture} closeHref={closeHref} acts={acts} />}
    >
      {goneAt && (
        <div className="pt-3">
          <AdminNotice tone="judge" icon={<Trash2 aria-hidden size={16} />}>
            {t("media-admin.inTrash", { date: dayOf(goneAt) })}
          </AdminNotice>
        </div>
      )}
      <PictureForm picture={picture} acts={acts} />
      <PanelPart title={t("media-admin.where")}>
        {uses.length === 0 ? <p>{t("media-admin.whereNone")}</p> : <UsesList uses={uses} />}
        {uses.length > 0 && <p className="mt-1.5 text-fine text-text-3">{t("media-admin.usedHelp")}</p>}
      </PanelPart>
      {uses.some(isReplaced) && (
        <PanelPart title={t("media-admin.replace")}>
          <ReplacePicture
            picture={picture}
            busy={acts.act.state !== "idle"}
            onReplace={(by) => acts.replace(name, by)}
          />
        </PanelPart>
      )}
      <PanelPart title={t("audit.history")}>
        <RecordHistory entries={history} />
      </PanelPart>
    </SidePanel>
  );
}

function Acts({ picture, closeHref, acts }: Pick<PicturePanelProps, "picture" | "closeHref" | "acts">) {
  const { t } = useText();
  const { name, uses, goneAt } = picture;
  if (goneAt)
    return (
      <AdminButton kind="ink" busy={acts.act.state !== "idle"} onClick={() => acts.restore(name)}>
        {t("media-admin.restore")}
      </AdminButton>
    );
  return (
    <>
      <AdminButton kind="ink" type="submit" form={FORM} busy={acts.save.state !== "idle"} data-save>
        {t("media-admin.save")}
      </AdminButton>
      <AdminLink kind="quiet" to={closeHref} preventScrollReset>
        {t("admin.cancel")}
      </AdminLink>
      {uses.length === 0 && (
        <AdminButton
          kind="danger"
          icon={<Trash2 aria-hidden size={15} />}
          className="ml-auto"
          onClick={() => acts.trash(name)}
        >
          {t("media-admin.delete")}
        </AdminButton>
      )}
    </>
  );
}

/** What is typed outlives refusals and conflicts. */
function PictureForm({ picture, acts: { save, act } }: Pick<PicturePanelProps, "picture" | "acts">) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const { name } = picture;
  const [stored, setStored] = useState({ ...valuesOf(picture), version: picture.version });
  const [typed, setTyped] = useState(valuesOf(picture));
  // ignore answers from before this panel was opened
  const [before] = useState(save.data);
  const saved = save.data !== before && save.data?.id === name ? save.data : null;
  const answer = saved?.done ? null : saved;
  // once the other person's version was adopted, the conflict is resolved
  const met = answer?.current && answer.version !== stored.version ? answer : null;
  const errors = (answer?.fieldErrors ?? []).map(({ id, message }) => ({ id, message: t(message) }));
  const errorOf = (field: string) => errors.find(({ id }) => id === field)?.message;
  const isOver = act.data?.intent === "trash" && act.data.done === true && act.data.id === name;
  const isChanged = FIELDS.some((field) => typed[field] !== stored[field]);
  const label = t("media-admin.alt");
  const rows = (values: DescribePicture) => [
    [label, values.alt || t("media-admin.nothing")] as const,
    [t("editing.inSpanish", { label }), values.alt_es || t("media-admin.nothing")] as const,
    [t("media-admin.focus"), t("media-admin.focusAt", { x: values.focus_x, y: values.focus_y })] as const,
  ];
  const [en, es] = [errorOf("alt"), errorOf("alt_es")];
  return (
    <save.Form id={FORM} method="post" action={pathname + search} noValidate className="grid gap-3.5 py-3">
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={name} />
      {/* saving after seeing the conflict overwrites the other person's version */}
      <input type="hidden" name="version" value={met?.version ?? stored.version} />
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      {met?.current && (
        <Conflict
          fields={rows(met.current).flatMap(([field, theirs], at) => {
            const mine = rows(typed)[at]![1];
            return mine === theirs ? [] : [{ label: field, theirs, mine }];
          })}
          onKeepMine={() => document.querySelector<HTMLFormElement>(`#${FORM}`)?.requestSubmit()}
          onTakeTheirs={() => {
            setStored({ ...met.current!, version: met.version! });
            setTyped(met.current!);
          }}
        />
      )}
      <FocusField
        picture={picture}
        alt={inLocale(locale, typed.alt, typed.alt_es)}
        focus={{ x: typed.focus_x, y: typed.focus_y }}
        changed={typed.focus_x !== stored.focus_x || typed.focus_y !== stored.focus_y}
        onChange={({ x, y }) => setTyped((now) => ({ ...now, focus_x: x, focus_y: y }))}
      />
      <Bilingual
        name="alt"
        label={label}
        value={{ en: typed.alt, es: typed.alt_es }}
        onChange={(pair) => setTyped((now) => ({ ...now, alt: pair.en, alt_es: pair.es }))}
        errors={{ ...(en ? { en } : {}), ...(es ? { es } : {}) }}
        changed={{ en: typed.alt !== stored.alt, es: typed.alt_es !== stored.alt_es }}
        long
        maxLength={200}
        help={t("media-admin.altHelp")}
      />
      <LeaveGuard unsaved={isChanged && !saved?.done && !isOver} panel="open" />
    </save.Form>
  );
}
