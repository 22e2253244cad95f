import type { ValuesOf } from "#src/kernel/list-address.ts";
import { ListPages, ListViews } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import type { Route } from "#routes/admin/evening/+types/tills.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { Download } from "#src/ui/lucide/icons.ts";
import { Form } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { CountForm, type PhoneLent } from "#src/modules/evening/till/admin/count-form.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import { TillFigures } from "#src/modules/evening/till/admin/till-figures.tsx";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { TILL_LIST, TILL_VIEWS } from "#src/modules/evening/till/rules/till-list.ts";
import { countName, differenceOf, type TillState } from "#src/modules/evening/till/rules/till.ts";
import type { TillView } from "#src/modules/evening/till/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminButton, adminButtonClass, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminInput } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type TillListProps = {
  list: {
    tills: TillView[];
    older: string | null;
    mayLook: boolean;
    /** an open till that is counted for its owner */
    toCount: { till: TillView; takers: { id: string; name: string }[]; lent: PhoneLent[]; alone: boolean } | null;
  };
  filter: ValuesOf<typeof TILL_LIST>;
  answer: TillAnswer | undefined;
};

/** The tills of all nights, newest first, each with its figures. */
function TillList({ list: found, filter, answer }: TillListProps) {
  const { t, locale } = useText("till");
  const list = useList(TILL_LIST, "/admin/tills", filter);
  const { tills, older, mayLook, toCount } = found;
  const title = t("till.list.title");
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        actions={
          <>
            <AdminLink to={localizedPath("/admin/tills/office", locale)}>{t("till.office.title")}</AdminLink>
            <a href={list.fileHref("tills.csv")} download className={adminButtonClass({})}>
              <Download aria-hidden size={15} />
              {t("till.list.csv")}
            </a>
          </>
        }
      />
      {toCount ? (
        <div className="mb-3 max-w-md">
          <CountForm
            key={`${toCount.till.id} ${toCount.till.round}`}
            {...toCount}
            answer={answer}
            lead={t("till.list.countLead", { name: toCount.till.by || t("till.list.nobody") })}
          />
        </div>
      ) : (
        <FormRefusal answer={answer} />
      )}
      <ListViews
        list={list}
        label={t("till.list.views")}
        name="state"
        views={TILL_VIEWS.map((view) => [view === "all" ? null : view, t(`till.list.view.${view}`)])}
      />
      <Form className="mb-2.5 flex flex-wrap items-center gap-2">
        {filter.state && <input type="hidden" name="state" value={filter.state} />}
        <AdminInput
          key={filter.night}
          type="date"
          name="night"
          defaultValue={filter.night ?? ""}
          aria-label={t("till.list.night")}
          className="w-44!"
        />
        <AdminButton type="submit">{t("till.list.show")}</AdminButton>
      </Form>
      {tills.length === 0 ? (
        <Panel padded={false}>
          <Empty title={t("till.list.empty")} text={t("till.list.emptyText")} />
        </Panel>
      ) : (
        <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {tills.map((till) => (
            <li key={till.id} id={till.id} className="min-w-0">
              <OneTill till={till} mayLook={mayLook} />
            </li>
          ))}
        </ul>
      )}
      {older && (
        <div className="mt-3">
          <ListPages list={list} summary={t("till.list.newestFirst")} older={older} />
        </div>
      )}
    </>
  );
}

const TONES: Record<TillState, Tone> = { open: "waiting", counted: "waiting", closed: "done" };

function OneTill({ till, mayLook }: { till: TillView; mayLook: boolean }) {
  const { t, locale } = useText("till");
  const differences = till.counts.filter((count) => differenceOf(count) !== 0);
  return (
    <Panel
      title={`${till.by || t("till.list.nobody")} · ${till.city}`}
      action={
        <span className="flex flex-wrap gap-1.5">
          {till.test && <Badge tone="none">{t("till.test")}</Badge>}
          <Badge tone={TONES[till.state]}>{t(`till.state.${till.state}`)}</Badge>
        </span>
      }
      footer={
        till.state === "open" && mayLook ? (
          <AdminLink to={`?${new URLSearchParams({ count: till.id })}`} small>
            {t("till.list.count")}
          </AdminLink>
        ) : till.toLookAt && mayLook ? (
          <Form method="post">
            <input type="hidden" name="intent" value="look_at" />
            <input type="hidden" name="till_id" value={till.id} />
            <AdminButton small type="submit">
              {t("till.list.lookedAt")}
            </AdminButton>
          </Form>
        ) : undefined
      }
    >
      <p className="mb-2 text-text-3">
        {shortDate(till.night, locale)}
        {till.state !== "open" && till.taker !== "" && (
          <> · {t("till.list.taker", { state: till.state, name: till.taker })}</>
        )}
      </p>
      {till.closedAlone && (
        <p className="mb-2 flex flex-wrap gap-x-2 gap-y-1">
          <Badge tone="judge">{t("till.list.aloneBadge")}</Badge>
          <span className="min-w-0 text-text-2">
            {t("till.list.alone", { ...till.closedAlone, by: till.closedAlone.by || t("till.list.nobody") })}
          </span>
        </p>
      )}
      {differences.length > 0 && (
        <p className="mb-2 flex flex-wrap gap-2">
          {differences.map((count) => (
            <Badge key={countName(count)} tone={till.toLookAt ? "judge" : "none"}>
              {t("till.list.difference", {
                way: count.way,
                amount: formatMoney({ amount: differenceOf(count), currency: count.currency }, locale),
              })}
            </Badge>
          ))}
        </p>
      )}
      <TillFigures till={till} />
    </Panel>
  );
}

export default function TillsPage({ loaderData, actionData }: Route.ComponentProps) {
  useFlash(actionData);
  return <TillList {...loaderData} answer={actionData} />;
}
