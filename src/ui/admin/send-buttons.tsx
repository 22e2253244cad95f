import { useSyncExternalStore } from "react";
import { adminButtonClass, AdminButton } from "#src/ui/admin/button.tsx";
import { Mail, Share2 } from "#src/ui/lucide/icons.ts";

type SendButtonsProps = { subject: string; text: string; email: string; share: string };

const noChanges = () => () => {};

/** Sends a text: by email, and where the device can by any app of its. `email` and `share` are the buttons' labels. */
export function SendButtons({ subject, text, email, share }: SendButtonsProps) {
  // not in every browser, and never on the server
  const canShare = useSyncExternalStore(
    noChanges,
    () => "share" in navigator,
    () => false,
  );
  return (
    <>
      <a
        href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
        className={adminButtonClass({})}
      >
        <Mail aria-hidden size={15} />
        {email}
      </a>
      {canShare && (
        <AdminButton
          icon={<Share2 aria-hidden size={15} />}
          onClick={() => void navigator.share({ title: subject, text }).catch(() => {})} // they thought better of it
        >
          {share}
        </AdminButton>
      )}
    </>
  );
}
