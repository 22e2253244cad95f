import type { Route } from "#routes/admin/evening/+types/guides.ts";
import { ChevronLeft, ChevronRight, Download } from "#src/ui/lucide/icons.ts";
import { useFetcher } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whyPay } from "#src/modules/evening/guides/rules/why-pay.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { GuideChip } from "#src/modules/evening/guides/admin/guide-chip.tsx";
import { MonthNights } from "#src/modules/evening/guides/admin/month-nights.tsx";
import { PayForm } from "#src/modules/evening/guides/admin/pay-form.tsx";
import { ShownForm } from "#src/modules/evening/guides/admin/public-profile-form.tsx";
import { ShiftState } from "#src/modules/evening/guides/admin/shift-state.tsx";
import { Rating } from "#src/modules/evening/guides/admin/rating.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { monthAway } from "#src/modules/evening/guides/rules/month.ts";
import type { GuideMonth } from "#src/modules/evening/guides/schema.ts";
import { AdminButton, adminButtonClass, IconAdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import { Link } from "react-router";

type GuidesProps = {
  month: string;
  guides: readonly GuideMonth[];
  seesPay: boolean;
  maySetPay: boolean;
  mayShow: boolean;
  mayPicture: boolean;
  today: string;
};

/** The guides with what they do next, and what each worked, was rated and is paid in a month. */
function Guides({ month, guides, ...may }: GuidesProps) {
  const { t, locale } = useText();
  const here = localizedPath("/admin/guides", locale);
  return (
    <>
      <PageHead
        title={t("admin.page.guides")}
        tab={t("admin.tab", { page: t("admin.page.guides"), brand: t("common.brand") })}
        meta={t("guides-admin.meta", { count: guides.length })}
        actions={
          <a href={`${here}/month.csv?month=${month}`} download className={adminButtonClass({})}>
            <Download aria-hidden size={15} />
            {t("guides-admin.export")}
          </a>
        }
      />
      <nav aria-label={t("guides-admin.month")} className="mb-3 flex items-center gap-2">
        <IconAdminLink boxed label={t("guides-admin.monthBefore")} to={`${here}?month=${monthAway(month, -1)}`}>
          <ChevronLeft aria-hidden size={16} />
        </IconAdminLink>
        <h2 className="min-w-36 text-center text-sub first-letter:uppercase">{monthName(month, locale)}</h2>
        <IconAdminLink boxed label={t("guides-admin.monthAfter")} to={`${here}?month=${monthAway(month, 1)}`}>
          <ChevronRight aria-hidden size={16} />
        </IconAdminLink>
      </nav>
      {guides.length === 0 ? (
        <Empty title={t("guides-admin.empty.title")} text={t("guides-admin.empty.text")} />
      ) : (
        <div className="grid gap-4">
          {guides.map((guide) => (
            <Guide key={guide.id ?? ""} {...may} guide={guide} month={month} />
          ))}
        </div>
      )}
    </>
  );
}

const monthName = (month: string, locale: "en" | "es") =>
  new Intl.DateTimeFormat(locale === "es" ? "es-MX" : "en-US", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-15T12:00:00Z`));

type GuideProps = Omit<GuidesProps, "guides" | "today"> & { guide: GuideMonth };

function Guide({ guide, month, seesPay, maySetPay, mayShow, mayPicture }: GuideProps) {
  const { t, locale } = useText();
  const worked = guide.nights.filter((night) => night.worked).length;
  const name = guide.name ?? t("guides-admin.gone");
  return (
    <Panel
      padded={false}
      title={
        <span className="flex items-center gap-2">
          <GuideChip name={name} />
          {name}
        </span>
      }
      action={
        <span className="flex flex-wrap items-center gap-x-3 text-text-2">
          <span>{t("guides-admin.worked", { count: worked })}</span>
          {guide.rating && <Rating {...guide.rating} />}
        </span>
      }
    >
      <div className="grid gap-x-6 border-t border-border lg:grid-cols-[minmax(0,1fr)_20rem]">
        <MonthNights nights={guide.nights} seesPay={seesPay} />
        <div className="grid content-start gap-3 px-3.5 py-3 max-lg:border-t max-lg:border-border">
          <section className="grid gap-1">
            <h3 className="font-semibold">{t("guides-admin.next")}</h3>
            {guide.next.length === 0 ? (
              <p className="text-text-2">{t("guides-admin.nothingNext")}</p>
            ) : (
              <ul className="grid gap-1">
                {guide.next.map((night) => (
                  <li key={night.departureId} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
                    <Link to={localizedPath(`/admin/nights/${night.departureId}`, locale)} className="min-w-0 truncate">
                      {shortDate(night.date, locale)} {night.start} · {night.title}
                    </Link>
                    <span>
                      <ShiftState state={night.state} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
          {seesPay && guide.due && <Due guide={guide} due={guide.due} month={month} may={maySetPay} />}
          {mayShow && guide.id !== null && (
            <ShownForm
              key={`${guide.id} ${guide.seen.shown} ${guide.seen.portrait}`}
              userId={guide.id}
              name={name}
              profile={guide.seen}
              mayPicture={mayPicture}
            />
          )}
          {maySetPay && guide.id !== null && (
            <PayForm key={`${guide.id} ${guide.pay?.amount ?? ""}`} userId={guide.id} pay={guide.pay} />
          )}
        </div>
      </div>
    </Panel>
  );
}

type DueProps = { guide: GuideMonth; due: NonNullable<GuideMonth["due"]>; month: string; may: boolean };

/** What the month comes to, and the button that marks it as paid. */
function Due({ guide, due, month, may }: DueProps) {
  const { t, locale } = useText();
  const fetcher = useFetcher<FormAnswer>();
  const name = guide.name ?? t("guides-admin.gone");
  useUndo(fetcher);
  const amounts = (sums: readonly Money[]) => sums.map((money) => formatMoney(money, locale)).join(" + ");
  const fields = (shiftIds: readonly string[]) => ({ user_id: guide.id ?? "", month, shift_ids: shiftIds.join(",") });
  return (
    <section className="grid gap-1.5">
      <h3 className="font-semibold">{t("guides-admin.payOfMonth")}</h3>
      {due.shiftIds.length + due.unpriced === 0 && !guide.paid && (
        <p className="text-text-2">{t("guides-admin.nothingDue")}</p>
      )}
      {due.shiftIds.length > 0 && (
        <>
          <p className="tabular-nums">
            {t("guides-admin.due", { count: due.shiftIds.length, sum: amounts(due.sums) })}
            <WhyPay guide={guide} of={due} />
          </p>
          {may && (
            <fetcher.Form method="post">
              <Fields {...fields(due.shiftIds)} intent="pay" />
              <AdminButton
                small
                type="submit"
                busy={fetcher.state !== "idle"}
                aria-label={`${t("guides-admin.markPaid")}: ${name}`}
              >
                {t("guides-admin.markPaid")}
              </AdminButton>
            </fetcher.Form>
          )}
        </>
      )}
      {due.unpriced > 0 && (
        <p className="text-text-2">
          {t(guide.id === null ? "guides-admin.unpricedGone" : "guides-admin.unpriced", { count: due.unpriced })}
        </p>
      )}
      {guide.paid && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-text-2">
          <span className="tabular-nums">
            {t("guides-admin.paid", { count: guide.paid.shiftIds.length, sum: amounts(guide.paid.sums) || "–" })}
            <WhyPay guide={guide} of={guide.paid} /> · <Moment at={guide.paid.at} />
          </span>
          {may && (
            <fetcher.Form method="post">
              <Fields {...fields(guide.paid.shiftIds)} intent="unpay" />
              <AdminButton small kind="quiet" type="submit" aria-label={`${t("guides-admin.undoPaid")}: ${name}`}>
                {t("guides-admin.undoPaid")}
              </AdminButton>
            </fetcher.Form>
          )}
        </div>
      )}
    </section>
  );
}

/** Why a month comes to its sums, one for each currency. */
function WhyPay({
  guide: { nights },
  of,
}: {
  guide: GuideMonth;
  of: { shiftIds: readonly string[]; sums: readonly Money[] };
}) {
  const { t } = useText();
  return of.sums.map((amount) => (
    <WhyAmount
      key={amount.currency}
      name={t("guides-admin.payOfMonth")}
      why={{ amount, steps: whyPay(nights, of.shiftIds, amount.currency) }}
    />
  ));
}

const Fields = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

export default function GuidesPage({ loaderData, actionData }: Route.ComponentProps) {
  // of a form that was posted before the page could take it over
  useFlash(actionData);
  return <Guides {...loaderData} />;
}
