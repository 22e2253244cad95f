import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { patiently } from "#src/kernel/patiently.ts";
import { useText } from "#src/locales/use-text.ts";
import { REMEMBERED, rememberedUntil } from "#src/modules/sales/affiliates/components/stored-affiliate.ts";

const ForgetLink = lazy(async () => ({
  default: (await patiently(() => import("#src/modules/sales/affiliates/components/forget-link.tsx"))).ForgetLink,
}));

/** A footer entry that says which link this browser remembers until when, and forgets it. Shown only where there is one. */
export function RememberedLink() {
  const { t } = useText();
  const until = useSyncExternalStore(subscribe, rememberedUntil, () => null);
  // it stays while the page does, or forgetting would take the focus's place away
  const [isOpen, setOpen] = useState<boolean | null>(null);
  if (until === null && isOpen === null) return null;
  return (
    <li>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 cursor-pointer items-center underline-offset-4 hover:underline"
      >
        {t("site.partnerLink")}
      </button>
      {isOpen !== null && (
        <Suspense>
          <ForgetLink until={until} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}

function subscribe(listener: () => void) {
  const events = [REMEMBERED, "storage"];
  for (const name of events) addEventListener(name, listener);
  return () => {
    for (const name of events) removeEventListener(name, listener);
  };
}
