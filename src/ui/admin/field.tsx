import { ChevronDown, CircleAlert } from "#src/ui/lucide/icons.ts";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { ErrorSummary } from "../error-summary.tsx";
import type { ControlProps } from "../field.tsx";
import { useMended } from "../use-mended.ts";

type AdminFieldProps = {
  /** Unique on the page; the error summary links to it. */
  id: string;
  label: ReactNode;
  /** The word for "optional"; fields are required by default. */
  optional?: string;
  help?: ReactNode;
  error?: string;
  /** Whether it differs from the saved value; shown as a bar at its left. */
  changed?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Label above, control, one line of help, and the error in words. */
export function AdminField(props: AdminFieldProps) {
  const { id, label, optional, help, changed, className, children } = props;
  const { error, mends } = useMended(id, props.error);
  const described = [help && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div
      {...mends}
      className={classNames(
        "grid min-w-0 content-start gap-1",
        changed && "shadow-[-3px_0_0_var(--c-surface),-5px_0_0_var(--c-jaca)]",
        className,
      )}
    >
      <label htmlFor={id} className="font-semibold">
        {label} {optional && <span className="font-normal text-text-3">{optional}</span>}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 font-medium text-low-text">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <p id={`${id}-hint`} className="text-fine text-text-3">
          {help}
        </p>
      )}
    </div>
  );
}

const BOX = [
  "w-full min-w-0 rounded-md border border-border-strong bg-surface px-2.5 text-text max-md:text-base",
  "placeholder:text-text-3 aria-invalid:border-low aria-invalid:shadow-[0_0_0_1px_var(--c-low)]",
  "disabled:border-border disabled:bg-surface-2 disabled:text-text-3",
].join(" ");

/** A one-line control; `unit` is shown inside at the right. Pass `inputMode` and `type`. */
export function AdminInput({ className, unit, ...rest }: ComponentProps<"input"> & { unit?: ReactNode }) {
  const input = (
    <input type="text" {...rest} className={classNames(BOX, "h-(--ctl)", Boolean(unit) && "pr-14", className)} />
  );
  if (!unit) return input;
  return (
    <span className="relative block min-w-0">
      {input}
      <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-text-3">
        {unit}
      </span>
    </span>
  );
}

/** The browser's own select. */
export function AdminSelect({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={classNames("relative block min-w-0", className)}>
      <select {...rest} className={classNames(BOX, "h-(--ctl) appearance-none truncate pr-8")}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        size={15}
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-text-3"
      />
    </span>
  );
}

/** A multi-line text control; grows with its content. */
export function AdminTextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={classNames(BOX, "block min-h-(--ctl) field-sizing-content py-1.5", className)}
    />
  );
}

type AdminCheckProps = Omit<ComponentProps<"input">, "type"> & {
  children?: ReactNode;
  /** Indeterminate: only some of its items are checked. */
  mixed?: boolean;
};

/** A checkbox with its label; without one it needs an `aria-label`. */
export function AdminCheck({ children, mixed = false, className, ...rest }: AdminCheckProps) {
  return (
    <label className={classNames("check", className)}>
      <input
        {...rest}
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
      />
      {children && <span>{children}</span>}
    </label>
  );
}

/** The errors of a form, above it; takes the focus. Needs a new `key` with every submit. */
export function FieldErrorSummary({ title, errors }: { title: string; errors: { id: string; message: string }[] }) {
  if (errors.length === 0) return null;
  return (
    <div className="mb-3 *:max-w-none">
      <ErrorSummary title={title} errors={errors} />
    </div>
  );
}

/** A notice inside a page or form. */
export function AdminNotice({
  tone = "waiting",
  icon,
  children,
}: {
  tone?: "waiting" | "done" | "failed" | "judge";
  icon?: ReactNode;
  children: ReactNode;
}) {
  const tones = {
    waiting: "border-gold-mark bg-marigold-tint [&>svg]:text-marigold-text",
    done: "border-transparent bg-agave-tint [&>svg]:text-agave-text",
    failed: "border-low bg-low-tint [&>svg]:text-low-text",
    judge: "border-jaca bg-jaca-tint [&>svg]:text-jaca-text",
  };
  return (
    <div
      className={classNames(
        "flex gap-2.5 rounded-lg border px-3 py-2 text-text [&>svg]:mt-0.5 [&>svg]:shrink-0",
        tones[tone],
      )}
    >
      {icon}
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}
