import type { ReactNode } from "react";
import { classNames } from "#src/ui/class-names.ts";

/** Facts with their names above them; `className` sets the columns. */
export const FactList = ({
  facts,
  className,
}: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  className: string;
}) => (
  <dl className={classNames("grid gap-x-6", className)}>
    {facts.map(([label, value]) => (
      <div key={label} className="min-w-0">
        <dt className="text-[0.875rem] text-text-2">{label}</dt>
        <dd className="leading-tight font-bold wrap-break-word">{value}</dd>
      </div>
    ))}
  </dl>
);
