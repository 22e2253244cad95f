import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { OptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import { useSayOption } from "#src/modules/office/options/admin/use-say-option.ts";
import type { SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";
import { Conflict } from "#src/ui/admin/conflict.tsx";
import { FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { SaveBar } from "#src/ui/admin/save-bar.tsx";

type SectionFormProps = {
  form: OptionsForm;
  /** How a value is shown where it isn't shown as stored. */
  say?: (key: SettingKey, text: string) => string;
  /** In place of the button that saves. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A section's form: its errors, what somebody else saved meanwhile, and the bar that names what changed. */
export function SectionForm({ form, say, actions, children }: SectionFormProps) {
  const { t } = useText();
  const plain = useSayOption();
  const label = say ?? plain;
  const { answer, errors, changed, texts, was } = form;
  const labelOf = (key: SettingKey) => t(`options.field.${key}`);
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <FieldErrorSummary
        key={answer?.at}
        title={t("admin.errors", { count: errors.length })}
        errors={errors.map(({ id, message }) => ({ id, message: `${labelOf(id as SettingKey)}: ${message}` }))}
      />
      {answer?.current && answer.keys && (
        <Conflict
          fields={answer.keys.map((key) => ({
            label: labelOf(key),
            theirs: label(key, answer.current?.[key] ?? ""),
            mine: label(key, texts[key] ?? ""),
          }))}
          onKeepMine={() => form.keepMine(answer.current ?? {})}
          onTakeTheirs={() => form.takeTheirs(answer.current ?? {}, answer.keys ?? [])}
        />
      )}
      {children}
      <SaveBar
        changed={changed}
        saving={form.isBusy}
        onDiscard={form.discard}
        panel="section"
        {...(actions ? { actions } : {})}
        unsaved={
          <>
            <strong className="text-text">{t("options.unsaved", { count: changed.length })}</strong>{" "}
            {changed
              .slice(0, 3)
              .map((key) => `${labelOf(key)}: ${step(label(key, was[key] ?? ""), label(key, texts[key] ?? ""))}`)
              .join(" · ")}
            {changed.length > 3 && " …"}
          </>
        }
      />
    </form>
  );
}

/** What it was and is, or of long texts only what it is: the bar must leave room for the form. */
const step = (before: string, now: string): string => (before.length + now.length > 80 ? now : `${before} → ${now}`);
