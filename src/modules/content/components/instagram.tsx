import { ExternalLink } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { instagramEmbed } from "#src/modules/content/rules/instagram.ts";
import { isRealLink } from "#src/modules/content/rules/social-link.ts";
import type { InstagramPost } from "#src/modules/content/schema.ts";
import { Button, buttonClass, LINK } from "#src/ui/button.tsx";
import { POST_GRID } from "#src/modules/content/components/skeletons.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import { SectionHead } from "#src/ui/section-head.tsx";
import { Sheet } from "#src/ui/sheet.tsx";

type InstagramProps = {
  posts: InstagramPost[];
  /** URL of our own account; undefined for a placeholder. */
  follow?: string | undefined;
  /** Whether the visitor has consented to loading Instagram's frames; otherwise each waits for a click. */
  embedsAllowed?: boolean;
};

/** Height of a post's frame (spec section 9). */
const FRAME = "h-[480px]";

/** The latest posts; renders nothing without any. No requests to Instagram before consent. */
export function Instagram({ posts, follow, embedsAllowed = false }: InstagramProps) {
  const { t } = useText();
  if (posts.length === 0) return null;
  return (
    <section className="section bg-surface-2">
      <div className="wrap">
        <SectionHead title={t("content-home.instagram.title")}>
          {isRealLink(follow) && (
            <p className="md:text-right">
              <a href={follow} target="_blank" rel="noopener noreferrer" className={buttonClass({ kind: "secondary" })}>
                {t("content-home.instagram.follow")}
                <ExternalLink aria-hidden size={18} />
              </a>
            </p>
          )}
        </SectionHead>
        <ul className={POST_GRID}>
          {posts.map((post) => (
            <li key={post.id}>
              <PostCard post={post} allowed={embedsAllowed} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type PostCardProps = {
  post: Pick<InstagramPost, "link" | "caption">;
  /** Whether Instagram may be asked at once; otherwise a click does. */
  allowed: boolean;
};

/** A post as guests see it: its caption, or Instagram's own frame. */
export function PostCard({ post: { link, caption }, allowed }: PostCardProps) {
  const { t } = useText();
  const [asked, setAsked] = useState(false);
  const embed = instagramEmbed(link);
  if (embed && (allowed || asked)) {
    return (
      <Sheet className="overflow-hidden">
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- cross-origin, needs its own scripts and storage */}
        <iframe
          src={embed}

          title={caption || t("content-home.instagram.post")}
          loading="lazy"
          className={`${FRAME} w-full`}
        />
      </Sheet>
    );
  }
  return (
    <Sheet className="flex h-full flex-col items-start gap-4 p-5">
      <Flag motif="corazon" className="w-10 text-brand" />
      <p className="line-clamp-5 grow whitespace-pre-line">{caption || t("content-home.instagram.post")}</p>
      {embed && (
        <div>
          <Button kind="secondary" small onClick={() => setAsked(true)}>
            {t("content-home.instagram.show")}
          </Button>
          <p className="mt-2 text-micro text-text-2">{t("content-home.instagram.notice")}</p>
        </div>
      )}
      {isRealLink(link) && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className={`${LINK} inline-flex min-h-11 items-center gap-1.5`}
        >
          {t("content-home.instagram.view")}
          <ExternalLink aria-hidden size={16} />
        </a>
      )}
    </Sheet>
  );
}
