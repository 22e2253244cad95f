import { ChevronDown } from "#src/ui/lucide/icons.ts";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { CONTROL } from "./field.tsx";

/** The browser's own select (its list works best on a phone), styled like the other controls. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={classNames("relative block", className)}>
      <select {...rest} className={classNames(CONTROL, "appearance-none truncate pr-11")}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        size={20}
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-text-2"
      />
    </span>
  );
}
