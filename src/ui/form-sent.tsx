import { useEffect, useRef } from "react";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

type FormSentProps = { title: string; text: string; next: { to: string; label: string } };

/** Replaces a form once it is sent. Takes the focus, which was lost with the form. */
export function FormSent({ title, text, next }: FormSentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // the focused button is gone; a screen reader would start over at the top of the page
  useEffect(() => heading.current?.focus(), []);
  return (
    <div
      role="status"
      className="grid max-w-[34rem] justify-items-start gap-4 rounded-lg bg-surface p-6 shadow-md md:p-9"
    >
      <Flag motif="toast" className="w-16 text-brand" />
      <h2 ref={heading} tabIndex={-1} className="text-h3">
        {title}
      </h2>
      <p className="wrap-anywhere text-text-2">{text}</p>
      <ButtonLink to={next.to} kind="secondary" className="mt-2">
        {next.label}
      </ButtonLink>
    </div>
  );
}
