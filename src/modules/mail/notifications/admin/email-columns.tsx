import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { EmailState, nameOf, sayKind, sayRecipient } from "#src/modules/mail/notifications/admin/email-words.tsx";
import type { LoggedEmail } from "#src/modules/mail/notifications/rules/email-log.ts";
import { Moment } from "#src/ui/admin/moment.tsx";
import type { Column, PhoneRow } from "#src/ui/admin/table.tsx";

/** Each email with its recipient, its state and why, and when it was written. */
export const emailColumns = (t: Text): Column<LoggedEmail>[] => [
  {
    id: "recipient",
    head: t("notifications-admin.recipient"),
    cell: (email) => <span className="block max-w-64 truncate">{sayRecipient(email, t)}</span>,
  },
  { id: "subject", head: t("notifications-admin.subject"), cell: (email) => <NameCell email={email} /> },
  { id: "state", head: t("notifications-admin.state"), cell: (email) => <StateCell email={email} /> },
  {
    id: "language",
    head: t("notifications-admin.language"),
    cell: ({ language }) => <span className="text-text-2">{t(`notifications-admin.language.${language}`)}</span>,
  },
  {
    id: "when",
    head: t("notifications-admin.when"),
    numeric: true,
    cell: ({ at }) => (
      <span className="text-text-2">
        <Moment at={at} />
      </span>
    ),
  },
];

export const emailPhoneRow =
  (t: Text) =>
  (email: LoggedEmail): PhoneRow => ({
    first: nameOf(email, t),
    second: sayRecipient(email, t),
    end: <EmailState email={email} />,
    endSecond: <Moment at={email.at} />,
  });

function NameCell({ email }: { email: LoggedEmail }) {
  const { t } = useText();
  return (
    <span className="grid max-w-80 py-1.5">
      <span className="truncate">{nameOf(email, t)}</span>
      {email.subject !== null && <span className="truncate text-fine text-text-3">{sayKind(email.kind, t)}</span>}
    </span>
  );
}

function StateCell({ email }: { email: LoggedEmail }) {
  const { t } = useText();
  return (
    <span className="grid max-w-72 justify-items-start py-1.5">
      <EmailState email={email} />
      {email.reason && (
        <span className="max-w-full truncate text-fine text-text-3">
          {t(`notifications-admin.reason.${email.reason}`)}
        </span>
      )}
    </span>
  );
}
