import type { SyntheticEvent } from "react";
import { Form, useNavigation } from "react-router";
import { dayOf } from "#src/kernel/local-time.ts";
import { isLocale, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CopyButton } from "#src/ui/admin/copy-button.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { snippetOf, UNTOLD } from "#src/modules/sales/affiliates/rules/widget.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminField, AdminNotice, AdminSelect, AdminTextArea, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "#routes/admin/partners/+types/partner-widget.ts";

type Opened = NonNullable<Route.ComponentProps["loaderData"]["opened"]>;

/** A partner's widget: the sites that it may stand on, where else it was seen, and the line that puts it there. */
export default function PartnerWidget({ loaderData, actionData }: Route.ComponentProps) {
  const { partners, opened, origin } = loaderData;
  const { t, locale } = useText();
  useFlash(actionData);
  const title = opened
    ? t("affiliates-qr.widget.title", { partner: opened.partner.name })
    : t("affiliates-qr.widget.tab");
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/affiliates" name={t("affiliates-qr.affiliates")} />}
      />
      {partners.length > 0 && (
        <Form
          method="get"
          action={localizedPath("/admin/affiliates/widget", locale)}
          className="mb-3 flex flex-wrap items-center gap-2"
        >
          <AdminSelect
            key={opened?.partner.id ?? ""}
            name="partner"
            aria-label={t("affiliates-qr.widget.choose")}
            defaultValue={opened?.partner.id ?? ""}
            className="max-w-64"
          >
            {!opened && <option value="">{t("affiliates-qr.widget.choose")}</option>}
            {partners.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </AdminSelect>
          <AdminButton type="submit">{t("affiliates-qr.widget.open")}</AdminButton>
        </Form>
      )}
      {opened ? (
        <Widget key={opened.partner.id} {...opened} origin={origin} answer={actionData ?? null} />
      ) : (
        <Panel padded={false}>
          <Empty
            title={t(partners.length > 0 ? "affiliates-qr.widget.choose" : "affiliates-qr.widget.noPartners")}
            text={t("affiliates-qr.widget.chooseText")}
          />
        </Panel>
      )}
    </>
  );
}

type WidgetProps = Opened & { origin: string; answer: FormAnswer | null };

function Widget({ partner, origins, reports, mayChange, origin, answer }: WidgetProps) {
  const { t } = useText();
  const { code, language } = partner;
  const snippet = snippetOf(origin, code, isLocale(language) ? language : "es");
  const link = `${origin}${language === "es" ? "/es" : "/"}?${new URLSearchParams({ affiliate: code }).toString()}`;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        {!partner.is_active && <p className="text-text-2">{t("affiliates-qr.widget.off")}</p>}
        {reports.length > 0 && <Reports partnerId={partner.id} reports={reports} mayChange={mayChange} />}
        <Origins
          key={partner.version}
          partnerId={partner.id}
          version={partner.version}
          origins={origins}
          answer={answer}
          mayChange={mayChange}
        />
        <Panel title={t("affiliates-qr.widget.snippet")}>
          <p className="mb-2 text-text-2">{t("affiliates-qr.widget.snippetHelp")}</p>
          <p className="rounded-md bg-surface-2 px-2.5 py-1.5 font-mono text-fine break-all select-all">{snippet}</p>
          <p className="my-2.5">
            <CopyButton text={snippet}>{t("affiliates-qr.widget.copySnippet")}</CopyButton>
          </p>
          <p className="text-fine text-text-3">{t("affiliates-qr.widget.options", ATTRIBUTES)}</p>
        </Panel>
        <Panel title={t("affiliates-qr.widget.link")}>
          <p className="mb-2 text-text-2">{t("affiliates-qr.widget.linkHelp")}</p>
          <p className="rounded-md bg-surface-2 px-2.5 py-1.5 font-mono text-fine break-all select-all">{link}</p>
          <p className="mt-2.5">
            <CopyButton text={link}>{t("affiliates-qr.widget.copyLink")}</CopyButton>
          </p>
        </Panel>
      </div>
      <Panel title={t("affiliates-qr.widget.preview")}>
        <iframe
          title={t("affiliates-qr.widget.preview")}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          ref={fit}
          onLoad={fitLoaded}
          src={`/widget?${new URLSearchParams({ partner: code, lang: isLocale(language) ? language : "es", preview: "1" }).toString()}`}
          className="h-[36rem] w-full rounded-panel border-0"
        />
      </Panel>
    </div>
  );
}

/** Gives the frame its page's height, as the site around a widget does; the page is our own. */
function fit(frame: HTMLIFrameElement | null) {
  const height = frame?.contentDocument?.documentElement.getBoundingClientRect().height;
  if (frame && height) frame.style.height = `${Math.ceil(height)}px`;
}

const fitLoaded = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => fit(currentTarget);

const ATTRIBUTES = { lang: "data-lang", theme: "data-theme", crawl: "data-crawl" };

type OriginsProps = {
  partnerId: string;
  version: number;
  origins: readonly string[];
  answer: FormAnswer | null;
  mayChange: boolean;
};

function Origins({ partnerId, version, origins, answer, mayChange }: OriginsProps) {
  const { t } = useText();
  const saving = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(answer?.fieldErrors ?? []);
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="partner" value={partnerId} />
      <input type="hidden" name="version" value={version} />
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      <Panel title={t("affiliates-qr.widget.sites")}>
        <AdminField
          id="origins"
          label={t("affiliates-qr.widget.origins")}
          help={t("affiliates-qr.widget.originsHelp")}
          {...errorOf("origins")}
        >
          {(control) => (
            <AdminTextArea
              {...control}
              name="origins"
              rows={4}
              defaultValue={origins.join("\n")}
              placeholder="https://"
              inputMode="url"
              spellCheck={false}
              readOnly={!mayChange}
              className="font-mono"
            />
          )}
        </AdminField>
        {mayChange && (
          <p className="mt-3 flex justify-end">
            <AdminButton kind="ink" type="submit" name="intent" value="save" busy={saving}>
              {t("admin.save")}
            </AdminButton>
          </p>
        )}
      </Panel>
    </Form>
  );
}

/** Where the widget stands without being listed: staff decide. */
function Reports({ partnerId, reports, mayChange }: Pick<Opened, "reports" | "mayChange"> & { partnerId: string }) {
  const { t, locale } = useText();
  return (
    <AdminNotice tone="judge" icon={<TriangleAlert aria-hidden size={16} />}>
      <h2 className="font-semibold">{t("affiliates-qr.widget.reports")}</h2>
      <ul className="mt-1.5 grid gap-2">
        {reports.map(({ origin, opened, last }) => (
          <li key={origin} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 grow">
              <b className="break-all">{origin === UNTOLD ? t("affiliates-qr.widget.untold") : origin}</b>{" "}
              {t("affiliates-qr.widget.report", { count: opened, date: dayOf(last, locale) })}
            </span>
            {mayChange && (
              <Form method="post" className="flex gap-2">
                <input type="hidden" name="partner" value={partnerId} />
                <input type="hidden" name="origin" value={origin} />
                {origin !== UNTOLD && (
                  <AdminButton small type="submit" name="intent" value="list">
                    {t("affiliates-qr.widget.listIt")}
                  </AdminButton>
                )}
                <AdminButton small kind="quiet" type="submit" name="intent" value="ignore">
                  {t("affiliates-qr.widget.ignore")}
                </AdminButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </AdminNotice>
  );
}
