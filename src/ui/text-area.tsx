import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { CONTROL } from "./field.tsx";

/** A multi-line text control; grows with its text where the browser supports it. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} rows={rows} className={classNames(CONTROL, "resize-y field-sizing-content", className)} />;
}
