import { Info } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { OptionField } from "#src/modules/office/options/admin/option-field.tsx";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

const SHOWN_AS = {
  contact_email: "email",
  contact_phone: "phone",
  social_facebook: "facebook",
  social_instagram: "instagram",
  social_twitter: "twitter",
} as const;

/** How guests reach the operator. */
export function ContactSection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  const footer = opened.facts.footer ?? {};
  // the texts of the home page's footer win
  const otherwise = (Object.keys(SHOWN_AS) as (keyof typeof SHOWN_AS)[]).filter(
    (key) => (footer[SHOWN_AS[key]] ?? "") !== (opened.texts[key] ?? ""),
  );
  return (
    <SectionForm form={form}>
      <Panel title={t("options.contact.title")}>
        <p className="mb-3 max-w-[70ch] text-text-2">{t("options.contact.text")}</p>
        {otherwise.length > 0 && (
          <div className="mb-3.5">
            <AdminNotice icon={<Info aria-hidden size={16} />}>
              <p>{t("options.contact.footer")}</p>
              <ul className="mt-1">
                {otherwise.map((key) => (
                  <li key={key}>
                    <span className="text-text-3">{t(`options.field.${key}`)}</span>{" "}
                    <strong className="wrap-anywhere">{footer[SHOWN_AS[key]]}</strong>
                  </li>
                ))}
              </ul>
            </AdminNotice>
          </div>
        )}
        <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
          <OptionField form={form} name="contact_email" type="email" isOptional />
          <OptionField form={form} name="contact_phone" type="tel" isOptional />
          <OptionField form={form} name="social_instagram" type="url" isOptional placeholder="https://" />
          <OptionField form={form} name="social_facebook" type="url" isOptional placeholder="https://" />
          <OptionField form={form} name="social_twitter" type="url" isOptional placeholder="https://" />
        </div>
      </Panel>
    </SectionForm>
  );
}
