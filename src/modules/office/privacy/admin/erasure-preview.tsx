import { CircleAlert } from "#src/ui/lucide/icons.ts";
import { Form, Link, useNavigation } from "react-router";
import { dayAndYear } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { DELETE_WORDS } from "#src/modules/office/privacy/rules/deletion.ts";
import { type Blocks, type Erasure, isBlocked } from "#src/modules/office/privacy/rules/erasure.ts";
import { ADMIN_LINK, AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmWord } from "#src/ui/admin/confirm-word.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** What erasing a person does: what goes, what stays and why, what stands in the way, and the form that does it. */
export function ErasurePreview({ erasure, wrongWord }: { erasure: Erasure; wrongWord: boolean }) {
  const { t } = useText();
  const { name, contact, blocks } = erasure;
  if (contact === "") return <Panel>{t("privacy-admin.empty")}</Panel>;
  return (
    <div className="grid gap-3">
      <p className="min-w-0 break-words">
        <strong>{name}</strong> <span className="text-text-2">{contact}</span>
      </p>
      {isBlocked(blocks) && <Blocked blocks={blocks} />}
      <div className="grid items-start gap-3 md:grid-cols-2">
        <Gone erasure={erasure} />
        <Kept erasure={erasure} />
      </div>
      {!isBlocked(blocks) && <EraseForm erasure={erasure} wrongWord={wrongWord} />}
    </div>
  );
}

function Blocked({ blocks: { upcoming, money, staff, till } }: { blocks: Blocks }) {
  const { t, locale } = useText();
  const booking = (id: string, text: string) => (
    <li key={text}>
      <Link to={localizedPath(`/admin/bookings?open=${id}`, locale)} className={ADMIN_LINK}>
        {text}
      </Link>
    </li>
  );
  return (
    <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
      <p className="font-semibold">{t("privacy-admin.blocked.title")}</p>
      <ul className="mt-1 grid gap-1">
        {upcoming.map(({ id, reference }) => booking(id, t("privacy-admin.blocked.upcoming", { reference })))}
        {money.map(({ id, reference }) => booking(id, t("privacy-admin.blocked.money", { reference })))}
        {staff && (
          <li>
            {t("privacy-admin.blocked.staff")}{" "}
            <Link to={localizedPath("/admin/people", locale)} className={ADMIN_LINK}>
              {t("privacy-admin.people")}
            </Link>
          </li>
        )}
        {till && <li>{t("privacy-admin.blocked.till")}</li>}
      </ul>
    </AdminNotice>
  );
}

const LIST = "grid list-disc gap-1.5 pl-5 marker:text-text-3";

function Gone({ erasure: { gone } }: { erasure: Erasure }) {
  const { t } = useText();
  return (
    <Panel title={t("privacy-admin.gone.title")}>
      <ul className={LIST}>
        {gone.bookings > 0 && <li>{t("privacy-admin.gone.bookings", { count: gone.bookings })}</li>}
        {gone.bookings > 0 && <li>{t("privacy-admin.gone.more")}</li>}
        {gone.pending > 0 && <li>{t("privacy-admin.gone.pending", { count: gone.pending })}</li>}
        {gone.messages > 0 && <li>{t("privacy-admin.gone.messages", { count: gone.messages })}</li>}
        {gone.emails > 0 && <li>{t("privacy-admin.gone.emails", { count: gone.emails })}</li>}
        {gone.imported && <li>{t("privacy-admin.gone.imported")}</li>}
        {gone.account !== "none" && <li>{t(`privacy-admin.gone.account.${gone.account}`)}</li>}
        <li>{t("privacy-admin.gone.words")}</li>
      </ul>
    </Panel>
  );
}

function Kept({ erasure: { kept: remaining } }: { erasure: Erasure }) {
  const { t, locale } = useText();
  const { payments, receipts, invoices, invoicesUntil, reviews, partners } = remaining;
  return (
    <Panel title={t("privacy-admin.kept.title")}>
      <ul className={LIST}>
        {payments > 0 && <li>{t("privacy-admin.kept.payments", { count: payments })}</li>}
        {receipts > 0 && <li>{t("privacy-admin.kept.receipts", { count: receipts })}</li>}
        {invoicesUntil && (
          <li>{t("privacy-admin.kept.invoices", { count: invoices, date: dayAndYear(invoicesUntil, locale) })}</li>
        )}
        {reviews > 0 && <li>{t("privacy-admin.kept.reviews", { count: reviews })}</li>}
        {partners.map(({ id, name }) => (
          <li key={id}>
            <Link to={localizedPath(`/admin/affiliates/${id}`, locale)} className={ADMIN_LINK}>
              {t("privacy-admin.kept.partner", { name })}
            </Link>
          </li>
        ))}
        <li>{t("privacy-admin.kept.log")}</li>
        <li>{t("privacy-admin.kept.backups")}</li>
      </ul>
    </Panel>
  );
}

function EraseForm({ erasure, wrongWord }: { erasure: Erasure; wrongWord: boolean }) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form
      method="post"
      noValidate
      preventScrollReset
      className="rounded-panel border border-low bg-low-tint px-3.5 py-3"
    >
      <input type="hidden" name="intent" value="erase" />
      <input type="hidden" name="of" value={erasure.of} />
      <input type="hidden" name="seen" value={erasure.seen} />
      <ConfirmWord
        label={t("privacy-admin.word", { word: DELETE_WORDS[locale] })}
        {...(wrongWord ? { error: t("privacy-admin.wrongWord") } : {})}
      />
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <AdminLink to={localizedPath("/admin/customers", locale)}>{t("privacy-admin.keep")}</AdminLink>
        <AdminButton
          type="submit"
          kind="dangerFill"
          busy={busy}
          icon={<CircleAlert aria-hidden size={15} />}
          className="h-auto! min-h-(--ctl) max-w-full py-1.5 whitespace-normal!"
        >
          {t("privacy-admin.erase", { name: erasure.name || t("privacy-admin.nameless") })}
        </AdminButton>
      </div>
    </Form>
  );
}
