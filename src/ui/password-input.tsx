import { Eye, EyeOff } from "#src/ui/lucide/icons.ts";
import { type ComponentProps, useState } from "react";
import { classNames } from "./class-names.ts";
import { CONTROL } from "./field.tsx";

type PasswordInputProps = Omit<ComponentProps<"input">, "type"> & { showLabel: string; hideLabel: string };

/** A password field with a button that reveals it, once JavaScript has loaded. */
export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <div className="relative">
      <input
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        type={isVisible ? "text" : "password"}
        className={classNames(CONTROL, "hydrated:pr-13", className)}
      />
      <button
        type="button"
        aria-label={isVisible ? hideLabel : showLabel}
        aria-controls={rest.id}
        onClick={() => setVisible(!isVisible)}
        className="absolute inset-y-0 right-0 hidden w-12.5 place-items-center rounded-md text-text-2 hover:text-text hydrated:grid"
      >
        <Icon aria-hidden size={20} />
      </button>
    </div>
  );
}
