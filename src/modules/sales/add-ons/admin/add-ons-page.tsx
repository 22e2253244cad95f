import { Form, Link } from "react-router";
import { formatMoney } from "#src/kernel/money.ts";
import { dayAndYear } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ListedAddOn } from "#src/modules/sales/add-ons/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { adminButtonClass, AdminLink, IconAdminButton } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { ArrowUp, Download, Plus } from "#src/ui/lucide/icons.ts";
import { Picture } from "#src/ui/picture.tsx";
import type { Route } from "#routes/admin/sales/+types/add-ons.ts";

/** What is sold beside places, in the order in which guests see it. */
export default function AddOns({ loaderData: { addOns, mayChange, mayExport }, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  useFlash(actionData);
  const add = mayChange && (
    <AdminLink kind="ink" to={localizedPath("/admin/add-ons/new", locale)} icon={<Plus aria-hidden size={15} />}>
      {t("add-ons-admin.add")}
    </AdminLink>
  );
  return (
    <>
      <PageHead
        title={t("admin.page.addOns")}
        tab={t("admin.tab", { page: t("admin.page.addOns"), brand: t("common.brand") })}
        meta={addOns.length > 0 && t("add-ons-admin.meta", { count: addOns.length })}
        actions={
          addOns.length > 0 && (
            <>
              {mayExport && (
                <a href={localizedPath("/admin/add-ons/sold.csv", locale)} className={adminButtonClass({})}>
                  <Download aria-hidden size={14} />
                  {t("add-ons-admin.export")}
                </a>
              )}
              {add}
            </>
          )
        }
      />
      <Panel padded={false}>
        {addOns.length > 0 ? (
          <ul aria-label={t("add-ons-admin.list")} className="divide-y divide-border">
            {addOns.map((addOn, index) => (
              <Row key={addOn.id} addOn={addOn} above={mayChange ? (addOns[index - 1]?.id ?? null) : null} />
            ))}
          </ul>
        ) : (
          <Empty title={t("add-ons-admin.empty.title")} text={t("add-ons-admin.empty.text")} action={add} />
        )}
      </Panel>
    </>
  );
}

function Row({ addOn, above }: { addOn: ListedAddOn; above: string | null }) {
  const { t, locale } = useText();
  const { id, name, picture, where, onlyOn, price, stock, stockPerNight, isActive, sold } = addOn;
  const date = onlyOn === null ? [] : [t("add-ons-admin.onlyOn", { date: dayAndYear(onlyOn, locale) })];
  const left =
    stock === null
      ? t("add-ons-admin.unlimited")
      : t(stockPerNight ? "add-ons-admin.stockPerNight" : "add-ons-admin.stockInAll", { count: stock });
  return (
    <li className="relative flex items-center gap-x-3 px-3.5 py-2.5 hover:bg-hover">
      {picture && (
        <Picture
          src={picture}
          alt=""
          sizes="48px"
          missing={t("site.imageMissing")}
          className="size-12 shrink-0 rounded-md object-cover"
        />
      )}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 grow max-md:basis-full">
          <Link
            to={localizedPath(`/admin/add-ons/${id}`, locale)}
            className="font-semibold text-text no-underline after:absolute after:inset-0"
          >
            {name}
          </Link>
          <span className="block truncate text-text-3">
            {[where ?? t("add-ons-admin.everywhere"), ...date, left].join(" · ")}
          </span>
        </span>
        <span className="tabular-nums">{formatMoney(price, locale)}</span>
        <span className="text-text-3 tabular-nums">{t("add-ons-admin.soldCount", { count: sold })}</span>
        <Badge tone={isActive ? "done" : "none"}>
          {t(isActive ? "add-ons-admin.state.on" : "add-ons-admin.state.off")}
        </Badge>
      </span>
      {above === null ? (
        // keeps the first row's figures below each other with the rows that can be moved up
        <span aria-hidden className="icon-button invisible" />
      ) : (
        <Form method="post" className="relative z-1">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="above" value={above} />
          <IconAdminButton type="submit" name="intent" value="raise" label={t("add-ons-admin.raise", { name })}>
            <ArrowUp aria-hidden size={16} />
          </IconAdminButton>
        </Form>
      )}
    </li>
  );
}
