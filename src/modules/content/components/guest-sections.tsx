import { Instagram } from "#src/modules/content/components/instagram.tsx";
import { Testimonials } from "#src/modules/content/components/testimonials.tsx";
import type { HomeContent, InstagramPost } from "#src/modules/content/schema.ts";

type GuestSectionsProps = { content: HomeContent; posts: InstagramPost[]; embedsAllowed?: boolean };

/** Reviews and posts, below the calendar. */
export function GuestSections({ content, posts, embedsAllowed }: GuestSectionsProps) {
  return (
    <>
      <Testimonials testimonials={content.testimonials} />
      <Instagram posts={posts} follow={content.footer.instagram} embedsAllowed={embedsAllowed} />
    </>
  );
}
