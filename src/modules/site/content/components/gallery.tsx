import { ChevronLeft, ChevronRight } from "#src/ui/lucide/icons.ts";
import { useEffect, useRef, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { GalleryImage } from "#src/modules/site/content/schema.ts";
import { IconButton } from "#src/ui/button.tsx";
import { Picture } from "#src/ui/picture.tsx";
import { SectionHead } from "#src/ui/section-head.tsx";

/** One, two or three pictures side by side, by viewport width (spec section 2.5); on phones the next one is partly visible. */
const SLIDE = "w-[88%] shrink-0 snap-start md:w-[calc((100%-1.25rem)/2)] lg:w-[calc((100%-2.5rem)/3)]";
const SIZES = "(min-width: 1200px) 387px, (min-width: 1024px) 31vw, (min-width: 768px) 46vw, 82vw";

/** The pictures in a scrollable row: touch, wheel, arrow keys or the two buttons. Renders nothing without pictures. */
export function Gallery({ images }: { images: GalleryImage[] }) {
  const { t } = useText();
  const row = useRef<HTMLUListElement>(null);
  const ends = useEnds(row);
  if (images.length === 0) return null;
  const turn = (by: -1 | 1) => row.current?.scrollBy({ left: by * row.current.clientWidth });
  return (
    <section className="wrap section">
      <SectionHead title={t("content-home.gallery.title")}>
        <div className="flex gap-2.5 md:justify-end">
          <IconButton
            label={t("content-home.gallery.previous")}
            disabled={ends.start}
            onClick={() => turn(-1)}
            className={ARROW}
          >
            <ChevronLeft aria-hidden size={20} />
          </IconButton>
          <IconButton
            label={t("content-home.gallery.next")}
            disabled={ends.end}
            onClick={() => turn(1)}
            className={ARROW}
          >
            <ChevronRight aria-hidden size={20} />
          </IconButton>
        </div>
      </SectionHead>
      <ul
        ref={row}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        aria-label={t("content-home.gallery.title")}
        className="flex snap-x snap-mandatory gap-5 overflow-x-auto rounded-lg [scrollbar-width:none]"
      >
        {images.map(({ id, src, alt }) => (
          <li key={id} className={SLIDE}>
            <Picture
              src={src}
              alt={alt}
              missing={t("site.imageMissing")}
              sizes={SIZES}
              className="aspect-4/3 w-full rounded-lg object-cover"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const ARROW = "inset-ring-2 inset-ring-border-strong disabled:inset-ring-border";

/** Whether the row is scrolled to its start or end. */
function useEnds(row: React.RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ start: true, end: false });
  // scroll position and width exist only in the browser
  useEffect(() => {
    const { current } = row;
    if (!current) return;
    const look = () =>
      setEnds({
        start: current.scrollLeft < 2,
        end: current.scrollLeft + current.clientWidth > current.scrollWidth - 2,
      });
    const size = new ResizeObserver(look);
    size.observe(current);
    current.addEventListener("scroll", look, { passive: true });
    return () => {
      size.disconnect();
      current.removeEventListener("scroll", look);
    };
  }, [row]);
  return ends;
}
