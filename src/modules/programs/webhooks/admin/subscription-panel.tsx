import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { wordOf } from "#src/modules/programs/webhooks/admin/endpoint-form.tsx";
import type { EndpointChoices, EndpointValues } from "#src/modules/programs/webhooks/schema.ts";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type SubscriptionProps = {
  /** the key whose program subscribed, and whether it still opens anything */
  of: { name: string; counts: boolean };
  values: EndpointValues;
  partners: EndpointChoices["partners"];
};

/** What a program subscribed to by itself: it is changed there, and only ended here. */
export function SubscriptionPanel({ of: key, values, partners }: SubscriptionProps) {
  const { t } = useText();
  return (
    <Panel title={t("webhooks-admin.subscription")}>
      <div className="grid gap-3">
        <p className="text-text-2">{t("webhooks-admin.subscriptionText", { key: key.name })}</p>
        {!key.counts && <AdminNotice tone="failed">{t("webhooks-admin.keyEnded")}</AdminNotice>}
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
          <Fact name={t("webhooks-admin.field.url")}>{values.url}</Fact>
          <Fact name={t("webhooks-admin.field.partner")}>
            {partners.find(({ id }) => id === values.partner_id)?.name}
          </Fact>
          <Fact name={t("webhooks-admin.field.types")}>
            {values.types.map((type) => t("webhooks-admin.type", { type: wordOf(type) })).join(" · ")}
          </Fact>
        </dl>
      </div>
    </Panel>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-text-3">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
);
