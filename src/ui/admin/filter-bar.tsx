import { Search, X } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form, Link, useLocation, useSubmit } from "react-router";
import { classNames } from "../class-names.ts";
import { AdminButton } from "./button.tsx";
import { useKeys } from "./use-keys.ts";

type SearchFieldProps = {
  name?: string;
  label: string;
  /** What can be searched for, shown while empty. */
  placeholder: string;
  value: string;
  /** Other query parameters to keep: names and values. */
  hiddenFields: readonly (readonly [name: string, value: string])[];
};

/** Debounce after the last keystroke. */
const PAUSE_MS = 250;

/** The search of a list, as a GET form to the same page; `/` focuses it. */
export function SearchField({ name = "q", label, placeholder, value, hiddenFields }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submit = useSubmit();
  const { key } = useLocation();
  const typedAt = useRef<string>(undefined);
  useKeys({ "/": () => input.current?.focus() });
  // following a link (a view, "reset", a row) cancels a pending search: it would take the place of what is loading
  useEffect(() => {
    const cancel = ({ target, defaultPrevented }: Event) => {
      if (defaultPrevented && target instanceof Element && target.closest("a")) clearTimeout(timer.current);
    };
    addEventListener("click", cancel);
    return () => removeEventListener("click", cancel);
  }, []);
  // any other way to another page does, once it is there
  useEffect(() => {
    const { current: field } = input;
    if (!field || typedAt.current === key || document.activeElement === field) return;
    clearTimeout(timer.current);
    field.value = value;
  }, [value, key]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current);
    typedAt.current = key;
    timer.current = setTimeout(() => form && void submit(form, { replace: true, preventScrollReset: true }), PAUSE_MS);
  };
  return (
    <Form
      role="search"
      preventScrollReset
      onSubmit={() => clearTimeout(timer.current)}
      className="relative grow md:max-w-56"
    >
      {hiddenFields.map(([field, kind]) => (
        <input key={`${field}=${kind}`} type="hidden" name={field} value={kind} />
      ))}
      <Search
        aria-hidden
        size={15}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-text-3"
      />
      <input
        ref={input}
        type="search"
        name={name}
        defaultValue={value}
        aria-label={label}
        placeholder={placeholder}
        onInput={(event) => ask(event.currentTarget.form)}
        autoComplete="off"
        className="h-(--ctl) w-full rounded-md border border-border-strong bg-surface pr-2 pl-8 text-text placeholder:text-text-3 max-md:text-base"
      />
    </Form>
  );
}

type FilterChipProps = {
  label: string;
  /** What it is set to, in words; null when it isn't set. */
  value: string | null;
  /** The list without this filter. */
  clearHref: string;
  clearLabel: string;
  icon?: ReactNode;
  /** The control that sets it; may close itself on submit. */
  children: ReactNode;
};

/** A filter: solid when set, dashed when not. Opens its control below it. */
export function FilterChip({ label, value, clearHref, clearLabel, icon, children }: FilterChipProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useClosing(details);
  const isSet = value !== null;
  return (
    <div className={classNames("relative inline-flex", isOpen && "z-20")}>
      <details ref={details} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary
          className={classNames(
            "filter-chip",
            isSet
              ? "border-line-2 bg-surface pr-8 text-text"
              : "border-dashed border-border-strong font-medium text-text-2",
          )}
        >
          {icon}
          {label}
          {isSet && <strong className="font-semibold">{value}</strong>}
        </summary>
        <div className="filter-below left-0">{children}</div>
      </details>
      {isSet && (
        <Link
          to={clearHref}
          preventScrollReset
          aria-label={clearLabel}
          className="absolute top-0 right-0 grid h-(--ctl) w-7 place-items-center rounded-md text-text-2 hover:text-text"
        >
          <X aria-hidden size={14} />
        </Link>
      )}
    </div>
  );
}

type PopoverProps = { summary: ReactNode; className: string; end?: boolean; children: ReactNode };

/** A button that opens a list of choices below it; `end` aligns it to the right edge. */
export function Popover({ summary, className, end = false, children }: PopoverProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosing(details);
  return (
    <details ref={details} className="relative open:z-20">
      <summary className={classNames(className, "list-none [&::-webkit-details-marker]:hidden")}>{summary}</summary>
      <div className={classNames("filter-below", end ? "right-0" : "left-0")}>{children}</div>
    </details>
  );
}

/** Closes on Escape, on a click outside, and on a choice. */
function useClosing(details: { current: HTMLDetailsElement | null }) {
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = details;
      if (!current?.open) return;
      const inside = event.target instanceof Node && current.contains(event.target);
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        current.querySelector("summary")?.focus();
      } else if (inside && event.type === "click" && !(event.target as Element).closest("a")) return;
      else if (event.type === "submit" && !inside) return;
      current.open = false;
    };
    for (const kind of ["click", "keydown", "submit"]) addEventListener(kind, close);
    return () => {
      for (const kind of ["click", "keydown", "submit"]) removeEventListener(kind, close);
    };
  });
}

/** A choice inside a filter: a link to the filtered list. */
export function FilterChoice({
  href,
  current,
  reloadDocument = false,
  children,
}: {
  href: string;
  current: boolean;
  /** For links to files. */
  reloadDocument?: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={href}
      reloadDocument={reloadDocument}
      preventScrollReset
      discover="none"
      aria-current={current ? "true" : undefined}
      className="filter-choice"
    >
      {children}
    </Link>
  );
}

type FilterFormProps = Pick<SearchFieldProps, "hiddenFields"> & { applyLabel: string; children: ReactNode };

/** The fields of a filter that is typed, in its chip: a GET form to the same page. */
export const FilterForm = ({ hiddenFields, applyLabel, children }: FilterFormProps) => (
  <Form preventScrollReset className="grid gap-2">
    {hiddenFields.map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
    <AdminButton type="submit" kind="ink">
      {applyLabel}
    </AdminButton>
  </Form>
);
