import type { ReactNode } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayKind, sayRecipient } from "#src/modules/mail/notifications/admin/email-words.tsx";
import type { OpenEmail } from "#src/modules/mail/notifications/rules/email-log.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { classNames } from "#src/ui/class-names.ts";

/** Where an email went, how often it was tried, and why it hasn't arrived. */
export function EmailDetails({ email }: { email: OpenEmail }) {
  const { t, locale } = useText();
  const { kind, language, at, sentAt, nextTry, tries, booking, reason, answer, state } = email;
  return (
    <>
      {reason && (
        <p
          className={classNames(
            "mb-2 rounded-md px-3 py-2 font-semibold",
            state === "withheld" ? "bg-surface-2 text-text" : "bg-low-tint text-low-text",
          )}
        >
          {t(`notifications-admin.reason.${reason}`)}
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={t("notifications-admin.to.label")}>
          <span className="break-all">{sayRecipient(email, t)}</span>
        </Fact>
        <Fact name={t("notifications-admin.kind")}>{sayKind(kind, t)}</Fact>
        <Fact name={t("notifications-admin.language")}>{t(`notifications-admin.language.${language}`)}</Fact>
        {booking && (
          <Fact name={t("notifications-admin.booking")}>
            <Link
              to={localizedPath(`/admin/bookings/${booking.id}`, locale)}
              className={classNames(ADMIN_LINK, "font-mono")}
            >
              {booking.reference}
            </Link>
          </Fact>
        )}
        <Fact name={t("notifications-admin.written")}>
          <Moment at={at} />
        </Fact>
        {sentAt && (
          <Fact name={t("notifications-admin.sent")}>
            <Moment at={sentAt} />
          </Fact>
        )}
        <Fact name={t("notifications-admin.tries")}>{tries}</Fact>
        {nextTry && (
          <Fact name={t("notifications-admin.nextTry")}>
            <Moment at={nextTry} />
          </Fact>
        )}
      </dl>
      {answer && (
        <details className="mt-2">
          <summary className={ADMIN_LINK}>{t("notifications-admin.answer")}</summary>
          <p className="mt-1 rounded-md bg-surface-2 px-3 py-2 font-mono text-fine break-words">{answer}</p>
        </details>
      )}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-text-3">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);
