import { Check } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";

type StepperProps = {
  /** What the steps are for, as accessible name. */
  label: string;
  /** Announced with each completed step. */
  doneLabel: string;
  /** In order; `to` leads back to a completed step. */
  steps: { label: string; to?: string }[];
  /** Index of the current step; those before it are completed. */
  current: number;
};

/** Progress through a task of several screens: completed, current and coming steps. */
export function Stepper({ label, doneLabel, steps, current }: StepperProps) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center gap-y-1 font-semibold max-md:text-[0.875rem]">
        {steps.map((step, index) => (
          <li
            key={step.label}
            aria-current={index === current ? "step" : undefined}
            className={classNames(
              "flex items-center gap-2 not-first:before:mx-1.5 not-first:before:w-[clamp(0.75rem,4vw,3.5rem)] not-first:before:border-t-2 not-first:before:border-dashed not-first:before:border-border-strong md:not-first:before:mx-2.5",
              index < current ? "text-agave-text" : index === current ? "text-text" : "text-text-2",
            )}
          >
            <StepBadge index={index} current={current} />
            {index < current && step.to ? (
              <Link to={step.to} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
                {step.label}
              </Link>
            ) : (
              step.label
            )}
            {index < current && <span className="sr-only">, {doneLabel}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepBadge({ index, current }: { index: number; current: number }) {
  const look =
    index < current
      ? "bg-agave text-on-agave"
      : index === current
        ? "bg-brand text-on-brand"
        : "inset-ring-2 inset-ring-border-strong";
  return (
    <span aria-hidden className={classNames("grid size-7 place-items-center rounded-full text-small md:size-8", look)}>
      {index < current ? <Check size={18} strokeWidth={3} /> : index + 1}
    </span>
  );
}
