import { type ReactNode, useRef, useState } from "react";
import { AdminButton } from "./button.tsx";
import { ConfirmDialog } from "./confirm.tsx";

type ConfirmedSubmitProps = {
  /** What the form's action is asked to do. */
  intent: string;
  label: string;
  title: string;
  cancelLabel: string;
  /** True for what is irreversible. */
  dangerous?: boolean;
  /** The effect. */
  children: ReactNode;
};

/** A button that submits its form once its effect is confirmed; without scripts the form is posted at once. */
export function ConfirmedSubmit({
  intent,
  label,
  title,
  cancelLabel,
  dangerous = false,
  children,
}: ConfirmedSubmitProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <AdminButton
        ref={button}
        kind={dangerous ? "danger" : "plain"}
        type="submit"
        name="intent"
        value={intent}
        onClick={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        {label}
      </AdminButton>
      <ConfirmDialog
        open={isAsking}
        title={title}
        confirmLabel={label}
        cancelLabel={cancelLabel}
        dangerous={dangerous}
        onConfirm={() => {
          setAsking(false);
          button.current?.form?.requestSubmit(button.current);
        }}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
