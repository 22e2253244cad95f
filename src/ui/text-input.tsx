import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { CONTROL } from "./field.tsx";

/** A one-line text control; pass `inputMode` and `autoComplete`, which decide the keyboard on a phone. */
export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return <input type="text" {...rest} className={classNames(CONTROL, className)} />;
}
