import { useText } from "#src/locales/use-text.ts";
import type { SectionProps } from "#src/modules/books/reconciliation/admin/decisions.tsx";
import { AdminSection, NothingHere } from "#src/modules/books/reconciliation/admin/payments-section.tsx";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { MoneyAct } from "#src/modules/books/reconciliation/admin/money-act.tsx";
import { MoneyEntries, MoneyEntry, useFigures } from "#src/modules/books/reconciliation/admin/money-entry.tsx";

/** Dead messages of providers. */
export function StuckMessages({ admin, done, refused }: SectionProps) {
  const { t } = useText();
  const { moment } = useFigures();
  const { messages, mayChange } = admin;
  const alarming = messages.filter((one) => one.alarming);
  return (
    <AdminSection id="messages" title={t("reconciliation.messages.title")} count={alarming.length} done={done}>
      {messages.length === 0 ? (
        <NothingHere>{t("reconciliation.messages.empty")}</NothingHere>
      ) : (
        <MoneyEntries>
          {messages.map((one) => (
            <MoneyEntry
              key={one.id}
              title={t(`reconciliation.message.topic.${one.topic}`)}
              tone={one.alarming ? "now" : "calm"}
              state={t(`reconciliation.dead.${one.reason}`)}
              facts={[
                [t("reconciliation.provider"), providerText(one.provider, t)],
                [t("reconciliation.message.type"), one.type],
                [t("reconciliation.message.about"), one.about],
                [t("reconciliation.since"), moment(one.receivedAt)],
              ]}
              note={one.error}
            >
              {mayChange && (
                <MoneyAct
                  act="reprocess"
                  id={one.id}
                  about={one.about}
                  what={t("reconciliation.reprocess.what")}
                  refused={refused}
                />
              )}
            </MoneyEntry>
          ))}
        </MoneyEntries>
      )}
    </AdminSection>
  );
}
