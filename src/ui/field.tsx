import { CircleAlert } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { useMended } from "./use-mended.ts";

/** Ties a control to its label, hint and error; spread it on the control. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  /** Unique on the page; an error summary links to it. */
  id: string;
  label: ReactNode;
  /** In words, for example "(optional)". */
  optional?: string;
  hint?: ReactNode;
  error?: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Label above, control, then hint and error text. */
export function Field({ id, label, optional, hint, error: refused, className, children }: FieldProps) {
  const { error, mends } = useMended(id, refused);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div {...mends} className={classNames("max-w-[34rem]", className)}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label} {optional && <span className="font-normal text-text-2">{optional}</span>}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-text-2">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A control's error text. */
export function FieldErrorText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 text-small font-semibold text-low-text">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Classes of every text-like control. */
export const CONTROL = [
  "block w-full min-h-12.5 rounded-md bg-surface px-3.5 py-2.5 text-[1.0625rem] leading-snug text-text",
  "inset-ring-[1.5px] inset-ring-border-strong placeholder:text-text-3",
  "focus-visible:inset-ring-2 focus-visible:inset-ring-focus",
  "aria-invalid:inset-ring-[2.5px] aria-invalid:inset-ring-low",
  "disabled:bg-surface-2 disabled:text-text-2 [&[readonly]]:bg-surface-2 [&[readonly]]:text-text-2",
].join(" ");
