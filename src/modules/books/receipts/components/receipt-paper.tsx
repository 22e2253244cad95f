import { Fragment } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import { wordReceipt } from "#src/modules/books/receipts/rules/receipt-words.ts";
import type { WhyReceipt } from "#src/modules/books/receipts/rules/why-receipt.ts";
import type { ShownReceipt } from "#src/modules/books/receipts/schema.ts";
import { CutEdge, Receipt } from "#src/ui/sheet.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Logo } from "#src/ui/logo.tsx";
import { Why } from "#src/ui/why.tsx";

/** A receipt as issued: it never changes, and is paper in both themes. */
export function ReceiptPaper({ receipt }: { receipt: ShownReceipt & { why: WhyReceipt<SaidWhy> } }) {
  const { t, locale } = useText();
  const { title, seller, facts, items, total, within } = wordReceipt(t, locale, receipt);
  const [name, ...address] = seller;
  const { why } = receipt;
  return (
    <article aria-labelledby={receipt.id} className="paper break-inside-avoid text-text">
      <Receipt>
        <header className="print:bg-transparent print:pb-3 print:text-text relative overflow-hidden rounded-t-lg bg-brand px-5 pt-5 pb-11 text-on-brand md:px-8">
          <Logo
            label={t("common.brand")}
            on="brand"
            className="print:hidden mb-4 h-9 [--logo-disc:var(--c-on-brand)] [--logo-glass:var(--c-brand)]"
          />
          <h2 id={receipt.id} className="text-[clamp(1.6rem,1.3rem+1.4vw,2.2rem)] leading-none">
            {title}
          </h2>
          <CutEdge className="print:hidden absolute inset-x-0 -bottom-px -scale-y-100 bg-surface" />
        </header>
        {receipt.test && (
          <p className="bg-marigold px-5 py-2 text-center font-bold text-on-marigold md:px-8">{t("receipts.test")}</p>
        )}
        <div className="px-5 pt-5 pb-3 md:px-8">
          <p className="font-bold">{name}</p>
          {address.map((line) => (
            <p key={line} className="text-small text-text-2">
              {line}
            </p>
          ))}
          <FactList facts={facts} className="mt-5 grid-cols-1 gap-y-4 sm:grid-cols-2" />
          <dl className="mt-5 grid grid-cols-[minmax(0,1fr)_auto] gap-y-2 border-t-2 border-dashed border-border pt-5 *:[dd]:text-right *:[dd]:tabular-nums *:[dt]:pr-4 *:[dt]:wrap-anywhere *:[dt]:hyphens-auto">
            <Lines lines={items} />
            <dt className="display mt-1.5 border-t border-border pt-3.5 text-[min(1.75rem,8vw)] leading-none">
              {total[0]}
              <Why why={why.total} />
            </dt>
            <dd className="display mt-1.5 border-t border-border pt-3.5 text-[min(1.75rem,8vw)] leading-none">
              {total[1]}
            </dd>
            <Lines lines={within} whys={[null, why.tax, why.pesos]} className="text-small text-text-2" />
          </dl>
        </div>
      </Receipt>
    </article>
  );
}

type LinesProps = {
  lines: readonly (readonly [string, string])[];
  /** Why each amount is what it is, where that isn't plain. */
  whys?: readonly (SaidWhy | null)[];
  className?: string;
};

function Lines({ lines, whys = [], className }: LinesProps) {
  return lines.map(([label, value], index) => (
    // two add-ons may have the same name and price
    <Fragment key={`${index} ${label}`}>
      <dt className={className}>
        {label}
        <Why why={whys[index]} />
      </dt>
      <dd className={className}>{value}</dd>
    </Fragment>
  ));
}
