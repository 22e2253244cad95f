import type { ReactNode } from "react";
import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { useText } from "#src/locales/use-text.ts";
import { AdminSection, NothingHere } from "#src/modules/books/reconciliation/admin/payments-section.tsx";
import { MoneyAct, type Refused } from "#src/modules/books/reconciliation/admin/money-act.tsx";
import { MoneyEntries, MoneyEntry, useFigures } from "#src/modules/books/reconciliation/admin/money-entry.tsx";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { ACCOUNT_NAMES } from "#src/kernel/pay-method.ts";
import type { PaymentsAdmin } from "#src/modules/books/reconciliation/schema.ts";
import type { Act } from "#src/modules/books/reconciliation/rules/admin.ts";

export type SectionProps = { admin: PaymentsAdmin; done: Act | null; refused: Refused | null };

/** Payments whose amount differs from the one requested, and those disputed or suspected of fraud. */
export function Decisions({ admin, done, refused }: SectionProps) {
  const { t } = useText();
  const { reviews, banks, unanswered, disputes, warnings } = admin;
  return (
    <AdminSection
      id="decide"
      title={t("reconciliation.decide.title")}
      count={reviews.length + disputes.length + banks.length}
      done={done}
    >
      {reviews.length + banks.length + unanswered.length + disputes.length + warnings.length === 0 ? (
        <NothingHere>{t("reconciliation.decide.empty")}</NothingHere>
      ) : (
        <MoneyEntries>
          {reviews.map((one) => (
            <Review key={one.id} one={one} mayChange={admin.mayChange} refused={refused} />
          ))}
          {disputes.map((one) => (
            <Asked key={one.id} one={one} state={t("reconciliation.dispute")} what={t("reconciliation.dispute.what")} />
          ))}
          {banks.map((one) => (
            <Asked
              key={one.id}
              one={one}
              state={t("reconciliation.bank")}
              what={t("reconciliation.bank.what", { companies: ACCOUNT_NAMES })}
              tone="soon"
            >
              {admin.mayChange && <Check one={one} refused={refused} />}
            </Asked>
          ))}
          {warnings.map((one) => (
            <Asked
              key={one.id}
              one={one}
              state={t("reconciliation.warning")}
              what={t("reconciliation.warning.what")}
              tone="soon"
            />
          ))}
          {unanswered.map((one) => (
            <Asked
              key={one.id}
              one={one}
              state={t("reconciliation.unanswered")}
              what={t("reconciliation.unanswered.what")}
              tone="calm"
            >
              {admin.mayChange && <Check one={one} refused={refused} />}
            </Asked>
          ))}
        </MoneyEntries>
      )}
    </AdminSection>
  );
}

/** Asks the provider now. */
function Check({ one, refused }: { one: PaymentsAdmin["unanswered"][number]; refused: Refused | null }) {
  const { t } = useText();
  return (
    <MoneyAct
      act="check"
      id={one.id}
      about={t("reconciliation.forBooking", { reference: one.reference })}
      what={t("reconciliation.check.what", { provider: providerText(one.provider, t) })}
      refused={refused}
    />
  );
}

type ReviewProps = { one: PaymentsAdmin["reviews"][number]; mayChange: boolean; refused: Refused | null };

function Review({ one, mayChange, refused }: ReviewProps) {
  const { t } = useText();
  const { money, moment } = useFigures();
  const values = { charged: money(one.charged) };
  const about = t("reconciliation.forBooking", { reference: one.reference });
  return (
    <MoneyEntry
      title={<BookingReference reference={one.reference} />}
      state={t(`reconciliation.review.${one.reason}`)}
      facts={[
        [t("reconciliation.guest"), one.guest],
        [t("reconciliation.asked"), money(one.asked)],
        [t("reconciliation.charged"), money(one.charged)],
        [t("reconciliation.provider"), providerText(one.provider, t)],
        [t("reconciliation.since"), moment(one.at)],
      ]}
    >
      {mayChange && (
        <>
          {one.reason === "wrong_amount" && (
            <MoneyAct
              act="accept"
              id={one.id}
              about={about}
              what={t("reconciliation.accept.what", values)}
              refused={refused}
            />
          )}
          <MoneyAct
            act="give_back"
            id={one.id}
            about={about}
            what={t("reconciliation.give_back.what", values)}
            refused={refused}
          />
        </>
      )}
    </MoneyEntry>
  );
}

type AskedProps = {
  one: PaymentsAdmin["disputes"][number];
  state: string;
  what: string;
  tone?: "soon" | "calm";
  children?: ReactNode;
};

/** Money that may be reclaimed: staff respond at the provider. */
function Asked({ one, state, what, tone, children }: AskedProps) {
  const { t } = useText();
  const { money, moment } = useFigures();
  return (
    <MoneyEntry
      title={<BookingReference reference={one.reference} />}
      state={state}
      {...(tone ? { tone } : {})}
      facts={[
        [t("reconciliation.guest"), one.guest],
        [t("reconciliation.amount"), money(one.charged)],
        [t("reconciliation.provider"), providerText(one.provider, t)],
        [t("reconciliation.since"), one.at === null ? "–" : moment(one.at)],
      ]}
      note={what}
    >
      {children}
    </MoneyEntry>
  );
}
