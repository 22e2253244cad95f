import { type ComponentProps, type ComponentType, useRef, useState } from "react";
import { EmailGuess } from "./email-guess.tsx";
import { TextInput } from "./text-input.tsx";

type EmailInputProps = Omit<ComponentProps<"input">, "ref" | "type"> & {
  /** The control, and how the question under it looks, where they aren't the site's. */
  as?: ComponentType<ComponentProps<"input">>;
  guess?: string;
};

/** A field for an email address. Once it is left, a slip in its domain is asked about. */
export function EmailInput({ as: Input = TextInput, guess, ...props }: EmailInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState("");
  const use = (email: string) => {
    const { current } = input;
    if (!current) return;
    // through the DOM's own setter, so that listeners (React, a draft) take it for typed
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(current, email);
    current.dispatchEvent(new Event("input", { bubbles: true }));
    setLeft(email);
    current.focus();
  };
  return (
    <>
      <Input
        inputMode="email"
        autoComplete="email"
        {...props}
        ref={input}
        type="email"
        onBlur={(event) => {
          setLeft(event.currentTarget.value);
          props.onBlur?.(event);
        }}
      />
      <EmailGuess email={left} onUse={use} {...(guess === undefined ? {} : { className: guess })} />
    </>
  );
}
