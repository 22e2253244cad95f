import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { formatPesos } from "#src/kernel/money.ts";
import { Copy, Flag, Link2, Pencil, QrCode } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Form, useFetcher, useLocation } from "react-router";
import { dateFormat, numberFormat } from "#src/kernel/formatters.ts";
import { languageTag, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayMonth } from "#src/modules/partners/commission/admin/say-terms.ts";
import type { PartnerAnswer } from "#src/modules/partners/partner-admin/rules/refusals.ts";
import { DOUBTS } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { countIn, sayDays } from "#src/modules/partners/commission/admin/partner-list.tsx";
import type { PartnerFunnel } from "#src/modules/partners/commission/rules/listed-partner.ts";
import type { PartnerQuery, PartnerValues, Steps } from "#src/modules/partners/commission/rules/partner-list.ts";
import { AdminButton, AdminLink, IconAdminButton } from "#src/ui/admin/button.tsx";
import type { List } from "#src/ui/admin/list/use-list.ts";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { useCopy } from "#src/ui/admin/copy-button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Segmented } from "#src/ui/admin/segmented.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";

type FunnelProps = {
  funnel: PartnerFunnel;
  query: PartnerQuery;
  /** The site's own address, for the link. */
  origin: string;
  hrefOf: List<PartnerValues>["hrefOf"];
  mayChange: boolean;
  /** Posts `activate` or `deactivate` to the page. */
  onSwitch: (intent: "activate" | "deactivate") => void;
};

/** A partner's way from scan to door, its link, and what can be done about it. */
export function PartnerFunnelPanel(props: FunnelProps) {
  const { funnel, query, origin, hrefOf, mayChange, onSwitch } = props;
  const { t, locale } = useText();
  const { id, name, code, isActive } = funnel;
  const { days } = query;
  const intent = isActive ? "deactivate" : "activate";
  const when = days.month === null ? sayDays(days, locale) : sayMonth(days.month, locale, false);
  return (
    <Panel
      title={t("affiliates-admin.funnel.title", { name })}
      action={<span className="pr-1 text-text-3 first-letter:uppercase max-md:hidden">{when}</span>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-text-3 first-letter:uppercase md:hidden">{when}</p>
        {!isActive && <p className="text-text-2">{t("affiliates-admin.offNotice")}</p>}
        <Bars steps={funnel.steps} />
        <Ways funnel={funnel} by={query.by} hrefOf={hrefOf} />
        <Doubts funnel={funnel} mayDecide={mayChange} />
        <div className="flex flex-wrap items-center gap-2">
          <LinkToCopy url={`${origin}/?affiliate=${code}`} />
          <AdminLink
            to={localizedPath(`/admin/affiliates/qr?partner=${id}`, locale)}
            icon={<QrCode aria-hidden size={15} />}
          >
            {t("affiliates-admin.qr")}
          </AdminLink>
          <AdminLink to={localizedPath(`/admin/affiliates/${id}/link`, locale)} icon={<Link2 aria-hidden size={15} />}>
            {t("affiliates-admin.ownPage")}
          </AdminLink>
          <AdminLink to={localizedPath(`/admin/affiliates/${id}`, locale)} icon={<Pencil aria-hidden size={15} />}>
            {t(mayChange ? "affiliates-admin.edit" : "affiliates-admin.look")}
          </AdminLink>
          {mayChange && (
            <Form
              method="post"
              onSubmit={(event) => {
                event.preventDefault();
                onSwitch(intent);
              }}
            >
              <input type="hidden" name="id" value={id} />
              <AdminButton kind="quiet" type="submit" name="intent" value={intent}>
                {t(isActive ? "affiliates-admin.deactivate" : "affiliates-admin.activate")}
              </AdminButton>
            </Form>
          )}
        </div>
      </div>
    </Panel>
  );
}

function Bars({ steps }: { steps: Steps }) {
  const { t, locale } = useText();
  const most = Math.max(1, ...Object.values(steps));
  const share = (part: number, whole: number) =>
    whole > 0 ? numberFormat(languageTag(locale), { style: "percent" }).format(part / whole) : null;
  const chose = share(steps.chose, steps.visits);
  const came = share(steps.came, steps.booked);
  const rows: [keyof Steps, ReactNode][] = [
    ["visits", null],
    ["chose", chose],
    ["booked", null],
    ["came", came && t("affiliates-admin.funnel.ofBooked", { share: came })],
  ];
  return (
    <ul aria-label={t("affiliates-admin.funnel")} className="grid gap-2">
      {rows.map(([id, beside]) => (
        <li key={id} className="grid grid-cols-[8.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5">
          <span>{t(`affiliates-admin.step.${id}`)}</span>
          <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-3 w-full">
            <rect
              width={(steps[id] / most) * 100}
              height="1"
              className={id === "came" ? "fill-agave" : "fill-agave opacity-70"}
            />
          </svg>
          <span className="min-w-28 text-right tabular-nums">
            <strong className="font-semibold">{countIn(locale, steps[id])}</strong>
            {beside && <span className="text-text-3"> {beside}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

type WaysProps = { funnel: PartnerFunnel; by: PartnerQuery["by"]; hrefOf: List<PartnerValues>["hrefOf"] };

/** The same by QR code or campaign; nothing where everybody came by the link. */
function Ways({ funnel: { ways, id }, by, hrefOf }: WaysProps) {
  const { t, locale } = useText();
  if (by === "qr" && !ways.some((way) => way.id !== "")) return null;
  const columns = ["visits", "chose", "booked", "came"] as const;
  return (
    <div className="grid gap-1.5 overflow-x-auto border-t border-border pt-3">
      <div>
        <Segmented
          label={t("affiliates-admin.ways")}
          options={(["qr", "campaign"] as const).map((one) => ({
            label: t(`affiliates-admin.ways.${one}`),
            href: hrefOf({ partner: id, by: one }),
            current: one === by,
          }))}
        />
      </div>
      <table aria-label={t("affiliates-admin.ways")} className="w-full text-left">
        <thead className="text-fine text-text-3">
          <tr>
            <th scope="col" className="font-semibold">
              {t(`affiliates-admin.way.${by}`)}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="pl-3 text-right font-semibold">
                {t(`affiliates-admin.stepShort.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {ways.map((way) => (
            <tr key={way.id}>
              <th scope="row" className="py-1 font-normal">
                {way.id === "" ? (
                  t(by === "qr" ? "affiliates-admin.way.link" : "affiliates-admin.way.noCampaign")
                ) : (
                  <span className={by === "qr" ? "font-mono" : undefined}>{way.id}</span>
                )}
                {way.placement && <span className="text-text-3"> {way.placement}</span>}
              </th>
              {columns.map((column) => (
                <td key={column} className="pl-3 text-right tabular-nums">
                  {countIn(locale, way[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DoubtsProps = { funnel: PartnerFunnel; mayDecide: boolean };

/** Bookings that may be the partner's own and wait for a decision, which needs nothing of the guest. */
function Doubts({ funnel: { id: partner, doubts, moreDoubts }, mayDecide }: DoubtsProps) {
  const { t, locale } = useText();
  const act = useFetcher<PartnerAnswer>();
  const { pathname } = useLocation();
  useUndo(act);
  if (doubts.length === 0) return null;
  return (
    <AdminNotice icon={<Flag aria-hidden size={16} />}>
      <p className="font-semibold">
        {t(moreDoubts ? "affiliates-admin.doubts.more" : "affiliates-admin.doubts", { count: doubts.length })}
      </p>
      <ul className="mt-1 grid gap-1">
        {doubts.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="mr-auto">
              <BookingReference reference={one.reference} />{" "}
              {DOUBTS.filter((doubt) => one.doubts.includes(doubt))
                .map((doubt) => t(`affiliates-admin.doubt.${doubt}`))
                .join(", ")}
              <span className="block text-text-2">
                {t("affiliates-admin.doubt.stake", {
                  date: sayFirstDay(one.date, locale),
                  people: one.people,
                  amount: formatPesos(one.amount, locale),
                })}
              </span>
            </span>
            {mayDecide && (
              <act.Form method="post" action={pathname} className="flex gap-1.5">
                <input type="hidden" name="id" value={partner} />
                <input type="hidden" name="booking" value={one.id} />
                {(["own", "theirs"] as const).map((verdict) => (
                  <AdminButton key={verdict} small type="submit" name="intent" value={verdict}>
                    {t(`affiliates-admin.verdict.${verdict}`)}
                  </AdminButton>
                ))}
              </act.Form>
            )}
          </li>
        ))}
      </ul>
    </AdminNotice>
  );
}

function LinkToCopy({ url }: { url: string }) {
  const { t } = useText("affiliates-admin");
  const copy = useCopy();
  return (
    <span className="flex min-w-0 flex-[1_1_16rem] items-center rounded-md border border-border-strong bg-surface">
      <span className="min-w-0 grow truncate pl-2.5 font-mono select-all">{url.replace(/^https?:\/\//, "")}</span>
      <IconAdminButton label={t("affiliates-admin.copy")} onClick={() => void copy(url)}>
        <Copy aria-hidden size={15} />
      </IconAdminButton>
    </span>
  );
}

/** "1 Nov": the first day that is counted. */
export const sayFirstDay = (date: string, locale: "en" | "es"): string =>
  dateFormat(languageTag(locale), { timeZone: "UTC", day: "numeric", month: "short" }).format(
    new Date(`${date}T12:00:00Z`),
  );
