import { type ComponentProps, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { contactAsShown, correctedFields, isSameAddress } from "#src/modules/sales/booking/rules/contact.ts";
import { ActDialog } from "#src/modules/office/booking-admin/admin/act-dialog.tsx";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { EmailGuess } from "#src/ui/email-guess.tsx";

/** Corrects who booked and how they are reached. Says first what will be mailed, and that earlier links end. */
export function ContactDialog({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { t } = useText();
  const { first_name, last_name, email, phone } = panel.guest;
  const current = { first_name, last_name, email, phone };
  const [contact, setContact] = useState(current);
  const [key] = useState(() => crypto.randomUUID());
  const act = useAct(panel.id, { onDone: onClose });
  const write = (field: keyof typeof current) => (value: string) => setContact({ ...contact, [field]: value });
  const isMoved = !isSameAddress(contact.email.trim(), email);
  return (
    <ActDialog
      title={t("booking-dialogs.contact.title")}
      confirm={t("booking-dialogs.contact.do")}
      busy={act.busy}
      disabled={correctedFields(current, contact).length === 0}
      refused={act.refused}
      onClose={onClose}
      onConfirm={() => act.post({ act: "contact", key, ...contact, expected: contactAsShown(current) })}
    >
      <div className="grid gap-3 md:grid-cols-2">
        <AdminField id="contact-first" label={t("booking-admin.new.firstName")} {...act.errorOf("first_name")}>
          {(control) => <Typed {...control} value={contact.first_name} onValue={write("first_name")} maxLength={80} />}
        </AdminField>
        <AdminField id="contact-last" label={t("booking-admin.new.lastName")} {...act.errorOf("last_name")}>
          {(control) => <Typed {...control} value={contact.last_name} onValue={write("last_name")} maxLength={80} />}
        </AdminField>
        <AdminField
          id="contact-email"
          label={t("booking-admin.new.email")}
          className="md:col-span-2"
          help={<EmailGuess email={contact.email} onUse={write("email")} className={ADMIN_LINK} />}
          {...act.errorOf("email")}
        >
          {(control) => (
            <Typed {...control} type="email" value={contact.email} onValue={write("email")} maxLength={254} />
          )}
        </AdminField>
        <AdminField id="contact-phone" label={t("booking-admin.new.phone")} {...act.errorOf("phone")}>
          {(control) => <Typed {...control} type="tel" value={contact.phone} onValue={write("phone")} maxLength={40} />}
        </AdminField>
      </div>
      <p className="text-text-2">
        {isMoved
          ? t("booking-dialogs.contact.moved", {
              what: contact.email.trim() === "" ? "none" : panel.status === "confirmed" ? "tickets" : "link",
            })
          : t("booking-dialogs.contact.stays")}
      </p>
    </ActDialog>
  );
}

type TypedProps = Omit<ComponentProps<typeof AdminInput>, "onChange"> & { onValue: (value: string) => void };

const Typed = ({ onValue, ...rest }: TypedProps) => (
  <AdminInput autoComplete="off" {...rest} onChange={(event) => onValue(event.target.value)} />
);
