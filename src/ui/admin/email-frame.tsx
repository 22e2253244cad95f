type EmailFrameProps = { title: string; html: string; className?: string };

/** An email as its reader sees it, in a sandboxed frame without scripts. */
export const EmailFrame = ({ title, html, className = "h-[65vh]" }: EmailFrameProps) => (
  // no scripts: same-origin only lets the email load the display font
  <iframe
    title={title}
    srcDoc={html}
    sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    className={`w-full rounded-md border border-border ${className}`}
  />
);
