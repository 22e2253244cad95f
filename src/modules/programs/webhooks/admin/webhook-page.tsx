import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { DeliveryLog } from "#src/modules/programs/webhooks/admin/delivery-log.tsx";
import { EndpointBadge } from "#src/modules/programs/webhooks/admin/endpoint-badge.tsx";
import { EndpointForm } from "#src/modules/programs/webhooks/admin/endpoint-form.tsx";
import { SubscriptionPanel } from "#src/modules/programs/webhooks/admin/subscription-panel.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmedSubmit } from "#src/ui/admin/confirmed-submit.tsx";
import { CopyButton } from "#src/ui/admin/copy-button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { TriangleAlert } from "#src/ui/lucide/icons.ts";
import type { Route } from "#routes/admin/programs/+types/webhook.ts";

/** An endpoint: what it is told of, its secret, a test, and what was sent. */
export default function WebhookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, choices, log, history, added } = loaderData;
  const { id, version, state, isActive, values } = endpoint;
  const { t } = useText();
  const answer: FormAnswer<WebhookExtra> | undefined = actionData;
  const [welcome] = useState<Flash | null>(() => (added ? { flash: "webhooks-admin.flash.added" } : null));
  useFlash(answer ?? welcome);
  const name = values.description || new URL(values.url).host;
  return (
    <>
      <PageHead
        title={name}
        tab={t("admin.tab", { page: name, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/webhooks" name={t("admin.page.webhooks")} />}
        meta={<EndpointBadge state={state} />}
        actions={
          <Form method="post" className="flex flex-wrap gap-2">
            {!isActive && (
              <ConfirmedSubmit
                intent="delete"
                label={t("webhooks-admin.delete")}
                title={t("webhooks-admin.deleteTitle", { name })}
                cancelLabel={t("webhooks-admin.keep")}
                dangerous
              >
                {t("webhooks-admin.deleteText")}
              </ConfirmedSubmit>
            )}
            <AdminButton type="submit" name="intent" value={isActive ? "deactivate" : "activate"}>
              {t(isActive ? "webhooks-admin.deactivate" : "webhooks-admin.activate")}
            </AdminButton>
          </Form>
        }
      />
      <div className="grid gap-4">
        <State endpoint={endpoint} />
        {endpoint.key ? (
          <SubscriptionPanel of={endpoint.key} values={values} partners={choices.partners} />
        ) : (
          <EndpointForm
            key={`${id} ${version}`}
            id={id}
            version={version}
            values={values}
            choices={choices}
            answer={answer?.intent === "save" ? answer : null}
          />
        )}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Secret endpoint={endpoint} secret={answer?.secret ?? null} />
          {!endpoint.key && <Test test={answer?.test ?? null} />}
        </div>
        <DeliveryLog endpointId={id} log={log} />
        <Panel title={t("audit.history")}>
          <RecordHistory entries={history} zone={HOME_ZONE} />
        </Panel>
      </div>
    </>
  );
}

type Endpoint = Route.ComponentProps["loaderData"]["endpoint"];

/** Why nothing is sent, or not at once. */
function State({ endpoint: { state, failingSince, pausedUntil } }: { endpoint: Endpoint }) {
  const { t } = useText();
  const icon = <TriangleAlert aria-hidden size={16} />;
  if (state === "gone")
    return (
      <AdminNotice tone="failed" icon={icon}>
        {t("webhooks-admin.goneNotice")}
      </AdminNotice>
    );
  if (state === "off") return <p className="text-text-2">{t("webhooks-admin.offNotice")}</p>;
  if (state === "partner_off") return <AdminNotice icon={icon}>{t("webhooks-admin.partnerOffNotice")}</AdminNotice>;
  return (
    <>
      {failingSince && (
        <AdminNotice tone="failed" icon={icon}>
          {t("webhooks-admin.failingNotice")} <Moment at={failingSince} />.
        </AdminNotice>
      )}
      {pausedUntil && (
        <AdminNotice icon={icon}>
          {t("webhooks-admin.pausedNotice")} <Moment at={pausedUntil} />.
        </AdminNotice>
      )}
    </>
  );
}

function Secret({
  endpoint: { secretVersion, oldSecretUntil },
  secret,
}: {
  endpoint: Endpoint;
  secret: string | null;
}) {
  const { t } = useText();
  return (
    <Panel title={t("webhooks-admin.secret")}>
      <div className="grid gap-3">
        <p className="text-text-2">{t("webhooks-admin.secretText")}</p>
        {oldSecretUntil && (
          <p>
            {t("webhooks-admin.oldSecret")} <Moment at={oldSecretUntil} />
          </p>
        )}
        {secret && (
          <div aria-live="polite" className="grid gap-2">
            <p className="rounded-md bg-surface-2 p-2.5 font-mono text-fine break-all select-all">{secret}</p>
            <p>
              <CopyButton text={secret}>{t("webhooks-admin.copySecret")}</CopyButton>
            </p>
          </div>
        )}
        <Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="secret_version" value={secretVersion} />
          {!secret && (
            <AdminButton type="submit" name="intent" value="show">
              {t("webhooks-admin.showSecret")}
            </AdminButton>
          )}
          <ConfirmedSubmit
            intent="renew"
            label={t("webhooks-admin.renewSecret")}
            title={t("webhooks-admin.renewTitle")}
            cancelLabel={t("webhooks-admin.keepSecret")}
          >
            {t("webhooks-admin.renewText")}
          </ConfirmedSubmit>
        </Form>
      </div>
    </Panel>
  );
}

type TestOutcome = {
  isFine: boolean;
  status: number | null;
  error: string | null;
  says: string;
  milliseconds: number;
};
/** What the page's acts answer beside a toast: the secret that was asked for, and what became of a test. */
export type WebhookExtra = { secret: string; test: TestOutcome };

function Test({ test }: { test: TestOutcome | null }) {
  const { t } = useText();
  const busy = useNavigation().formData?.get("intent") === "test";
  return (
    <Panel title={t("webhooks-admin.test")}>
      <div className="grid gap-3">
        <p className="text-text-2">{t("webhooks-admin.testText")}</p>
        {test && (
          <div role="status">
            <AdminNotice tone={test.isFine ? "done" : "failed"}>
              {t("webhooks-admin.testAnswer", { fine: test.isFine ? "yes" : "no" })}{" "}
              {test.status === null
                ? t("webhooks-admin.noAnswer", { why: test.error ?? "other", says: test.says })
                : t("webhooks-admin.answered", { status: String(test.status), milliseconds: test.milliseconds })}
            </AdminNotice>
          </div>
        )}
        <Form method="post">
          <AdminButton type="submit" name="intent" value="test" busy={busy}>
            {t("webhooks-admin.sendTest")}
          </AdminButton>
        </Form>
      </div>
    </Panel>
  );
}
