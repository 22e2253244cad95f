import { Features } from "#src/modules/content/components/features.tsx";
import { Gallery } from "#src/modules/content/components/gallery.tsx";
import { RouteTimeline } from "#src/modules/content/components/route-timeline.tsx";
import type { GalleryImage, HomeContent } from "#src/modules/content/schema.ts";

type NightSectionsProps = { content: HomeContent; gallery: GalleryImage[] };

/** The home page's sections about a night, above the calendar. */
export function NightSections({ content, gallery }: NightSectionsProps) {
  return (
    <>
      <Gallery images={gallery} />
      <Features features={content.features} />
      <RouteTimeline route={content.route} />
    </>
  );
}
