import { Globe, Lock, QrCode, ReceiptText, Smartphone } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Form } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PartnerForm } from "#src/modules/partners/partner-admin/admin/partner-form.tsx";
import { PartnerLink } from "#src/modules/partners/partner-admin/admin/partner-link.tsx";
import { TermsForm, TermsHistory } from "#src/modules/partners/commission/admin/terms-form.tsx";
import { termsOn, termsToType } from "#src/modules/partners/commission/rules/terms.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { nextMonth } from "#src/modules/partners/commission/rules/commission.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton, adminButtonClass, AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/partners/+types/affiliate.ts";

/** A partner: its form, its terms, and what was changed. */
export default function Affiliate({ loaderData, actionData }: Route.ComponentProps) {
  const { partner, terms, cities, crawls, today, mayChange, mayPay, mayKeys, history, link, added } = loaderData;
  const { t } = useText();
  const [welcome] = useState<Flash | null>(() => (added ? { flash: "affiliates-admin.flash.added" } : null));
  useFlash(actionData ?? welcome);
  const { isActive, values, version } = partner;
  const title = values.name;
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/affiliates" name={t("affiliates-admin.title")} />}
        meta={
          <Badge tone={isActive ? "done" : "none"}>
            {t(isActive ? "affiliates-admin.state.active" : "affiliates-admin.state.off")}
          </Badge>
        }
        actions={
          mayChange && (
            <Form method="post">
              <AdminButton type="submit" name="intent" value={isActive ? "deactivate" : "activate"}>
                {t(isActive ? "affiliates-admin.deactivate" : "affiliates-admin.activate")}
              </AdminButton>
            </Form>
          )
        }
      />
      {!isActive && <p className="mb-3 text-text-2">{t("affiliates-admin.offNotice")}</p>}
      <Ways partnerId={partner.id} month={today.slice(0, 7)} mayKeys={mayKeys} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <PartnerForm
          key={`${partner.id} ${version}`}
          id={partner.id}
          version={version}
          values={values}
          cities={cities}
          answer={actionData ?? null}
          readOnly={!mayChange}
          mayPay={mayPay}
          account={partner.account}
        />
        <div className="grid min-w-0 gap-4">
          <Terms
            partnerId={partner.id}
            terms={terms}
            crawls={crawls}
            today={today}
            mayChange={mayChange}
            answer={actionData ?? null}
          />
          {link && <PartnerLink link={link} />}
          <Panel title={t("audit.history")}>
            <RecordHistory entries={history} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** What else there is of a partner. */
function Ways({ partnerId, month, mayKeys }: { partnerId: string; month: string; mayKeys: boolean }) {
  const { t, locale } = useText();
  const ways = [
    [`qr?partner=${partnerId}`, "affiliates-admin.codes", QrCode],
    [`widget?partner=${partnerId}`, "affiliates-admin.widget", Globe],
    [`desks?partner=${partnerId}`, "affiliates-admin.desks", Smartphone],
    [`statements/${partnerId}/${month}`, "affiliates-admin.statementNow", ReceiptText],
  ] as const;
  return (
    <nav aria-label={t("affiliates-admin.more")} className="mb-3 flex flex-wrap gap-2">
      {ways.map(([path, name, Icon]) => (
        <AdminLink
          key={name}
          to={localizedPath(`/admin/affiliates/${path}`, locale)}
          icon={<Icon aria-hidden size={15} />}
        >
          {t(name)}
        </AdminLink>
      ))}
      {mayKeys && (
        <AdminLink
          to={localizedPath(`/admin/api-keys?partner=${partnerId}`, locale)}
          icon={<Lock aria-hidden size={15} />}
        >
          {t("affiliates-admin.keys")}
        </AdminLink>
      )}
    </nav>
  );
}

type Loaded = Route.ComponentProps["loaderData"];
type TermsProps = Pick<Loaded, "terms" | "crawls" | "today" | "mayChange"> & {
  partnerId: string;
  answer: Route.ComponentProps["actionData"] | null;
};

function Terms({ partnerId, terms, crawls, today, mayChange, answer = null }: TermsProps) {
  const { t } = useText();
  const [newest] = terms;
  const month = today.slice(0, 7);
  const from = newest ? `${nextMonth(month)}-01` : `${month}-01`;
  const isRefused = answer?.intent === "terms" && answer.done !== true;
  const form = (
    <TermsForm
      key={newest?.version ?? 0}
      partnerId={partnerId}
      version={newest?.version ?? 0}
      values={termsToType(newest ?? null, from)}
      crawls={crawls}
      today={today}
      answer={answer}
    />
  );
  return (
    <Panel title={t("affiliates-admin.terms")}>
      {newest ? (
        <TermsHistory terms={terms} current={termsOn(terms, today)?.id ?? null} crawls={crawls} />
      ) : (
        <p className="text-text-2">{t("affiliates-admin.terms.none")}</p>
      )}
      {mayChange &&
        (newest ? (
          <details className="mt-3" open={isRefused}>
            <summary className={adminButtonClass({})}>{t("affiliates-admin.terms.next")}</summary>
            <div className="mt-3">{form}</div>
          </details>
        ) : (
          <div className="mt-3">{form}</div>
        ))}
    </Panel>
  );
}
