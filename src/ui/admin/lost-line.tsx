import { useEffect, useSyncExternalStore } from "react";
import { useText } from "#src/locales/use-text.ts";
import { stackToast } from "../toasts.tsx";
import { currentLoss, holdLine, onLoss, stopTelling, tryAgain } from "./line.ts";

/** Says that the server can't be reached, and tries again when asked. Meanwhile the page stays as it is (`line.ts`). */
export function LostLine() {
  const { t } = useText();
  const loss = useSyncExternalStore(onLoss, currentLoss, () => 0);
  const [title, description, label] = [t("admin.line.lost"), t("admin.line.kept"), t("admin.line.retry")];
  useEffect(holdLine, []);
  // a toast is shown by the browser, not by a render
  useEffect(() => {
    if (loss === 0) return;
    const message = { title, description, tone: "bad" as const };
    return stackToast(message, { stays: true, onClose: stopTelling, undo: { label, act: tryAgain } });
  }, [loss, title, description, label]);
  return null;
}
