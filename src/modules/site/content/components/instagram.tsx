import { ExternalLink } from "#src/ui/lucide/icons.ts";
import { useEffect, useRef, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { POST_GRID } from "#src/modules/site/content/components/skeletons.tsx";
import { instagramEmbed } from "#src/modules/site/content/rules/instagram.ts";
import { isRealLink } from "#src/modules/site/content/rules/social-link.ts";
import type { InstagramPost } from "#src/modules/site/content/schema.ts";
import { Button, buttonClass, LINK } from "#src/ui/button.tsx";
import { chooseConsent, openCookieSettings, useConsent } from "#src/ui/consent.ts";
import { Flag } from "#src/ui/papel-picado.tsx";
import { Picture } from "#src/ui/picture.tsx";
import { SectionHead } from "#src/ui/section-head.tsx";
import { Sheet } from "#src/ui/sheet.tsx";

type InstagramProps = {
  posts: InstagramPost[];
  /** URL of our own account; undefined for a placeholder. */
  follow?: string | undefined;
};

/** Height of a post's frame (spec section 9). */
const FRAME = "h-[480px]";

/**
 * The latest posts: pictures of ours until the visitor lets Instagram load them, with one tap for all, here and at later visits
 * (docs/decisions/160). Renders nothing without any.
 */
export function Instagram({ posts, follow }: InstagramProps) {
  const { t } = useText();
  const list = useRef<HTMLUListElement>(null);
  const isRefused = useRefusedFrames();
  const isAllowed = useConsent("instagram") === "granted" && !isRefused;
  if (posts.length === 0) return null;
  const hasEmbeds = posts.some(({ link }) => instagramEmbed(link) !== null);
  const allow = () => {
    list.current?.focus(); // the button goes
    chooseConsent("granted", "instagram");
  };
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
        {hasEmbeds && !isAllowed && !isRefused && (
          <div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-2.5">
            <Button kind="secondary" onClick={allow}>
              {t("content-home.instagram.show")}
            </Button>
            <p className="text-small text-text-2">{t("content-home.instagram.notice")}</p>
          </div>
        )}
        <ul ref={list} tabIndex={-1} aria-label={t("content-home.instagram.title")} className={POST_GRID}>
          {posts.map((post) => (
            <li key={post.id}>
              <PostCard post={post} allowed={isAllowed} />
            </li>
          ))}
        </ul>
        {hasEmbeds && isAllowed && (
          <p className="mt-5 text-small text-text-2">
            {t("content-home.instagram.loaded")}{" "}
            <button
              type="button"
              onClick={openCookieSettings}
              className={`${LINK} inline-flex min-h-11 cursor-pointer items-center`}
            >
              {t("site.cookieSettings")}
            </button>
          </p>
        )}
      </div>
    </section>
  );
}

/** Whether this document's policy has refused Instagram's frames: it was opened as a page that shows none, of the admin. */
function useRefusedFrames(): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const notice = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      // not what an extension of the browser has put into the page
      if (effectiveDirective === "frame-src" && blockedURI.startsWith("https://www.instagram.com")) setRefused(true);
    };
    document.addEventListener("securitypolicyviolation", notice);
    return () => document.removeEventListener("securitypolicyviolation", notice);
  }, []);
  return isRefused;
}

type PostCardProps = {
  post: Pick<InstagramPost, "link" | "picture" | "caption">;
  /** Whether Instagram may be asked. */
  allowed: boolean;
};

/** A post as guests see it: our picture with its caption, or Instagram's own frame. */
export function PostCard({ post: { link, picture, caption }, allowed }: PostCardProps) {
  const { t } = useText();
  const embed = instagramEmbed(link);
  if (embed && allowed) {
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
    <Sheet className="flex h-full flex-col items-start overflow-hidden">
      {picture ? (
        <Picture
          src={picture}
          alt={caption === "" ? t("content-home.instagram.post") : ""}
          missing={t("site.imageMissing")}
          sizes="(min-width: 1024px) 18rem, (min-width: 640px) 50vw, 100vw"
          loading="lazy"
          className="aspect-4/3 w-full object-cover lg:aspect-square"
        />
      ) : (
        <Flag motif="corazon" className="mx-5 mt-5 w-10 text-brand" />
      )}
      <div className="flex w-full grow flex-col items-start gap-2 p-5 pt-4">
        <p className="line-clamp-5 grow whitespace-pre-line">{caption || t("content-home.instagram.post")}</p>
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
      </div>
    </Sheet>
  );
}
