import { useEffect, useState } from "react";
import type { StoredSection } from "#src/modules/site/content/rules/home-content.ts";
import { PREVIEW_READY, readPreviewMessage } from "#src/modules/site/content/rules/preview-message.ts";
import { fetchParts } from "#src/ui/later.tsx";

/** Until the parts of a page that was opened just now are in their places. */
const SETTLED_MS = 700;

type PreviewInput = { sections: readonly StoredSection[]; isFrame: boolean };

/** The sections as the editor around this frame has them; as they were stored until it says anything. */
export function useTyped({ sections: stored, isFrame }: PreviewInput): readonly StoredSection[] {
  const [typed, setTyped] = useState<{ sections: readonly StoredSection[]; shown: string } | null>(null);
  // what is typed arrives from another document
  useEffect(() => {
    fetchParts();
    if (!isFrame || window.parent === window) return;
    const follow = ({ origin, source, data }: MessageEvent) => {
      const message = origin === location.origin && source === window.parent ? readPreviewMessage(data) : null;
      if (!message) return;
      document.documentElement.dataset["theme"] = message.theme;
      setTyped({ sections: message.sections, shown: message.shown });
    };
    addEventListener("message", follow);
    const stay = stayHere();
    window.parent.postMessage(PREVIEW_READY, location.origin);
    return () => {
      removeEventListener("message", follow);
      stay();
    };
  }, [isFrame]);
  const previous = typed?.shown;
  // the part that is edited comes into view; parts are boxless elements around a section
  useEffect(() => {
    if (!previous) return;
    const show = () => {
      const part = document.querySelector(previous);
      const section = part?.matches("[data-later]") ? part.firstElementChild : part;
      if (!section) return;
      // not scrollIntoView: it would scroll the editor's page around the frame as well
      const header = document.querySelector("header")?.offsetHeight ?? 0;
      window.scrollTo({ top: section.getBoundingClientRect().top + scrollY - header, behavior: "instant" });
    };
    show();
    // parts above that load meanwhile move it
    const again = setTimeout(show, SETTLED_MS);
    return () => clearTimeout(again);
  }, [previous]);
  return typed?.sections ?? stored;
}

/** In the frame, links and forms lead nowhere: other pages refuse to be framed. */
function stayHere(): () => void {
  const stop = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (event.type === "click" && (!link || link.getAttribute("href")?.startsWith("#"))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", stop, true);
  document.addEventListener("submit", stop, true);
  return () => {
    document.removeEventListener("click", stop, true);
    document.removeEventListener("submit", stop, true);
  };
}
