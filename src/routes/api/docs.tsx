import { renderToStaticMarkup } from "react-dom/server";
import display from "#src/ui/fonts/truculenta-900.woff2?url";
import text from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import { i18nFor } from "#src/locales/i18n.ts";
import type { Document, Operation } from "#src/api/document.ts";
import { SCOPE_NAMES } from "#src/modules/base/identity/rules/scopes.ts";
import { type Refusal, STATUS } from "#src/api/refusals.ts";
import css from "#src/api/docs.css?raw";
import type { Tool } from "#src/api/mcp/tool.ts";

// For developers, so in English only. A self-contained page, apart from the site's two fonts.

export const docsHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
};

/** The OpenAPI document as a readable page, with the tools of assistants. `origin`: where they connect. */
export async function docsPage(
  document: Document,
  assistants: { origin: string; tools: readonly Tool[] },
): Promise<string> {
  const i18n = await i18nFor("en");
  const sentence = (code: Refusal) => i18n.t(`errors.${code}`, EXAMPLE);
  return `<!doctype html>${renderToStaticMarkup(<Page document={document} sentence={sentence} {...assistants} />)}`;
}

// figures for the messages that need some
const EXAMPLE = { left: 3, max: 20, amount: "US$50" };
type Sentence = (code: Refusal) => string;

const styles = css.replace("DISPLAY_FONT", display).replace("TEXT_FONT", text);

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

type PageProps = { document: Document; sentence: Sentence; origin: string; tools: readonly Tool[] };

function Page({ document, sentence, origin, tools }: PageProps) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const schemas = document.components.schemas as Record<string, Schema>;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Booking API</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <header>
          <Flags />
          <div className="wrap">
            <h1>Booking API</h1>
            <p>
              <Text of={document.info.description} />
            </p>
            <nav aria-label="Sections">
              <ul>
                <li>
                  <a href="#keys">Keys</a>
                </li>
                <li>
                  <a href="#calls">Calls</a>
                </li>
                <li>
                  <a href="#shapes">Shapes</a>
                </li>
                <li>
                  <a href="#resellers">Resellers</a>
                </li>
                <li>
                  <a href="#assistants">Assistants</a>
                </li>
                <li>
                  <a href="#codes">Error codes</a>
                </li>
                <li>
                  <a href="/api/openapi.json">OpenAPI document</a>
                </li>
              </ul>
            </nav>
          </div>
        </header>
        <main className="wrap">
          <Keys />
          <h2 id="calls">Calls</h2>
          {operations.map((entry) => (
            <Call key={entry.operation.operationId} {...entry} />
          ))}
          <h2 id="shapes">Shapes</h2>
          {Object.entries(schemas).map(([name, schema]) => (
            <section key={name} className="op" id={`shape-${name}`} aria-labelledby={`name-${name}`}>
              <h3 id={`name-${name}`}>
                <code>{name}</code>
              </h3>
              {schema.description && (
                <p>
                  <Text of={schema.description} />
                </p>
              )}
              <Fields schema={schema} />
            </section>
          ))}
          <Resellers origin={origin} />
          <h2 id="assistants">Assistants</h2>
          <Assistants origin={origin} tools={tools} />
          <h2 id="codes">Error codes</h2>
          <Codes sentence={sentence} />
        </main>
        <footer className="wrap">
          <a href="/">Back to the site</a>
        </footer>
      </body>
    </html>
  );
}

/** The protocol that resellers' systems speak: its own documents say the rest. */
const Resellers = ({ origin }: { origin: string }) => (
  <section className="op" id="resellers" aria-labelledby="resellers-title">
    <h2 id="resellers-title">Resellers</h2>
    <p>
      Systems of resellers sell by <a href="https://docs.octo.travel">OCTO</a> at <code>{origin}/octo</code>, with the
      key of a partner in <code>Authorization</code>. The capabilities are listed by <code>GET /octo/capabilities</code>
      . With <code>Octo-Env: test</code>, or a key for tests, bookings are answered in the same way and keep no places.
    </p>
  </section>
);

/** How programs say who they are. */
const Keys = () => (
  <section className="op" id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <p>
      The operator makes a key for each program, live or for tests, and says what it may do: its scopes. A program sends
      it with every call: <code>Authorization: Bearer ronda_live_…</code>. Its first part, <code>ronda_live_</code> and
      eight characters, is no secret and names the key; the end is a checksum, by which a leaked one is recognized. Keep
      it out of source code and browsers.
    </p>
    <h3>Scopes</h3>
    <dl className="fields">
      {SCOPE_NAMES.map((scope) => (
        <div key={scope}>
          <dt>
            <code>{scope}</code>
          </dt>
          <dd>{SCOPE_TEXTS[scope]}</dd>
        </div>
      ))}
    </dl>
    <h3>Limits</h3>
    <p>
      A key may make so many calls in a minute. Every answer says how many are left and when the minute ends:{" "}
      <code>RateLimit-Policy: "key";q=600;w=60</code> and <code>RateLimit: "key";r=599;t=42</code>. Beyond that the
      answer is{" "}
      <a href="#key_limit">
        <code>key_limit</code>
      </a>{" "}
      with <code>Retry-After</code>.
    </p>
    <h3>Test keys</h3>
    <p>
      With a key that begins with <code>ronda_test_</code> nothing is real: it reads the same nights, prices and places,
      tries out resales that take no places, and whatever else would write is refused as{" "}
      <a href="#test_key">
        <code>test_key</code>
      </a>
      .
    </p>
    <h3>A first call</h3>
    <p>
      <code>
        curl -H "Authorization: Bearer $KEY" {"'https://…/api/scheduled-crawls?from=2026-12-01&to=2026-12-31'"}
      </code>
    </p>
  </section>
);

const SCOPE_TEXTS: Record<(typeof SCOPE_NAMES)[number], string> = {
  "catalog:read": "crawls and cities",
  "availability:read": "nights, places and prices",
  "bookings:read": "bookings with their guests: a partner’s key its own, one of the operator’s all of its cities",
  "bookings:write": "booking, changing, cancelling; a partner’s key its own resales",
  "tonight:read": "tonight’s nights and guest lists; only keys of the operator",
  "money:read": "sums and statements; a partner’s key its own",
  "partners:read": "partners and their figures; only keys of the operator",
};
/** How an assistant connects, and what it may then do. */
function Assistants({ origin, tools }: Pick<PageProps, "origin" | "tools">) {
  return (
    <section className="op" aria-labelledby="assistants">
      <p>
        An assistant that speaks the Model Context Protocol connects to <code>{`${origin}/mcp`}</code> (streamable HTTP,
        no session). Its card is at <a href="/mcp/server-card">/mcp/server-card</a>.
      </p>
      <p>
        For guests nothing else is needed: enter that address as a custom connector, without signing in. The assistant
        finds and prices nights, and keeps places for at most 15 minutes. It gets a link for the guest, who enters their
        details and pays there. An assistant never pays.
      </p>
      <p>
        For staff, enter <code>{`${origin}/mcp/staff`}</code>: the assistant registers, and sends you to a page on which
        you sign in and say whether it may act for you (OAuth 2.1 with PKCE; where, says{" "}
        <a href="/.well-known/oauth-protected-resource/mcp/staff">the resource’s metadata</a>). It may do at most what
        your role allows, for 30 days; you end it at any time under “Connected programs”.
      </p>
      <p>
        A program of the house’s own sends a key to <code>/mcp</code> instead:{" "}
        <code>Authorization: Bearer ronda_live_…</code>. An admin makes one for the house with the scopes of the tools
        below. Moving and cancelling take two calls: a preview, and the same again with the preview’s hash once a person
        has agreed. Every call is in the audit log.
      </p>
      <dl className="fields">
        {tools.map(({ name, description, scope }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              <span className="must">{scope ?? "guests"}</span>
            </dt>
            <dd>
              <Text of={description} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Call({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const body = operation.requestBody?.content["application/json"]?.schema as Schema | undefined;
  return (
    <section className="op" id={operation.operationId} aria-labelledby={`${operation.operationId}-title`}>
      <div className="way">
        <span className={`verb ${method}`}>{method.toUpperCase()}</span>
        <code>{path}</code>
      </div>
      <h3 id={`${operation.operationId}-title`}>{operation.summary}</h3>
      {operation.description && (
        <p>
          <Text of={operation.description} />
        </p>
      )}
      <Ways security={operation.security} />
      {operation.parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <dl className="fields">
            {operation.parameters.map((parameter) => (
              <Field
                key={parameter.name}
                name={parameter.name}
                required={parameter.required}
                schema={parameter.schema as Schema}
                note={[`in ${parameter.in}`, parameter.description].filter(Boolean).join(": ")}
              />
            ))}
          </dl>
        </>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <p>
            <Type schema={body} />
          </p>
        </>
      )}
      <Answers responses={operation.responses} />
    </section>
  );
}

/** By what a call is opened. */
function Ways({ security }: { security: Operation["security"] }) {
  const has = (name: string) => security.some((way) => name in way);
  const scope = security.flatMap((way) => way["api_key"] ?? [])[0];
  return (
    <>
      {has("access_token") && (
        <p>
          Opened by the booking’s access token: <code>Authorization: Bearer …</code>
        </p>
      )}
      {has("device_secret") && (
        <p>
          Opened by a phone’s secret: <code>Authorization: Bearer …</code>
        </p>
      )}
      {scope && (
        <p>
          {security.length === 1 ? "Needs a key with the scope " : "Under a key, needs its scope "}
          <code>{scope}</code>.
        </p>
      )}
    </>
  );
}

function Answers({ responses }: { responses: Operation["responses"] }) {
  const codes = Object.values(responses).flatMap((response) => response["x-codes"] ?? []);
  const good = Object.entries(responses).find(([status]) => Number(status) < 300);
  return (
    <>
      <h4>Answer</h4>
      <p>
        {good?.[0]} <Type schema={good?.[1].content?.["application/json"]?.schema ?? {}} />
      </p>
      <h4>Refusals</h4>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <a href={`#${code}`}>
              <code>{code}</code>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Fields({ schema }: { schema: Schema }) {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return <Type schema={schema} />;
  return (
    <dl className="fields">
      {fields.map(([name, field]) => (
        <Field key={name} name={name} schema={field} required={schema.required?.includes(name) ?? false} />
      ))}
    </dl>
  );
}

type FieldProps = { name: string; schema: Schema; required: boolean; note?: string };

function Field({ name, schema, required, note }: FieldProps) {
  const about = [note, schema.description, limits(schema)].filter(Boolean).join(" · ");
  return (
    <div>
      <dt>
        <code>{name}</code>
        {required && <span className="must">required</span>}
      </dt>
      <dd>
        <Type schema={schema} />
        {about && (
          <>
            {" "}
            — <Text of={about} />
          </>
        )}
      </dd>
    </div>
  );
}

/** A text with its `names` set as code. */
const Text = ({ of }: { of: string }) =>
  of.split("`").map((part, i) => (i % 2 === 1 ? <code key={part + String(i)}>{part}</code> : part));

function limits({ minimum, maximum, maxLength, default: standard }: Schema): string {
  const safe = (n: number | undefined) => n !== undefined && Math.abs(n) < Number.MAX_SAFE_INTEGER;
  return [
    safe(minimum) && `from ${minimum}`,
    safe(maximum) && `to ${maximum}`,
    safe(maxLength) && `at most ${maxLength} characters`,
    standard !== undefined && `default ${JSON.stringify(standard)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** A value's type, in a few words. */
function Type({ schema }: { schema: Schema }): React.ReactNode {
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return (
      <a href={`#shape-${name}`}>
        <code>{name}</code>
      </a>
    );
  }
  if (schema.items)
    return (
      <>
        list of <Type schema={schema.items} />
      </>
    );
  if (schema.anyOf)
    return schema.anyOf.map((one, i) => (
      <span key={JSON.stringify(one)}>
        {i > 0 && " or "}
        <Type schema={one} />
      </span>
    ));
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) return <Choices of={schema.enum.map(String)} />;
  if (schema.properties)
    return (
      <>
        object: <code>{Object.keys(schema.properties).join(", ")}</code>
      </>
    );
  return [schema.format ?? schema.type ?? "anything"].flat().join(" or ");
}

// collapsed: ninety countries would bury the rest
const Choices = ({ of }: { of: string[] }) => (
  <>
    one of <code>{of.length > 12 ? `${of.slice(0, 6).join(", ")} … ${of.at(-1)}` : of.join(", ")}</code>
  </>
);

function Codes({ sentence }: { sentence: Sentence }) {
  return (
    <dl className="fields">
      {(Object.keys(STATUS) as Refusal[]).map((code) => (
        <div key={code} id={code}>
          <dt>
            <code>{code}</code>
          </dt>
          <dd>
            {STATUS[code]} — {sentence(code)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const FLAG_COLOURS = ["#dc1846", "#ffb000", "#0e7c7b", "#ea7490"];

/** A row of papel picado: one flag with a cut-out glass, repeated in four colors. */
function Flags() {
  return (
    <svg className="flags" aria-hidden="true">
      <defs>
        <mask id="cut">
          <path fill="#fff" d="M0 10h56v58l-7 8-7-8-7 8-7-8-7 8-7-8-7 8-7-8z" />
          <path d="M18 22h20l-3 16a7 7 0 0 1-5 5v9h6v4H20v-4h6v-9a7 7 0 0 1-5-5z" />
          <circle cx="9" cy="20" r="3" />
          <circle cx="47" cy="20" r="3" />
          <path d="M9 44l4 7-4 7-4-7zM47 44l4 7-4 7-4-7z" />
        </mask>
        <pattern id="row" width="256" height="88" patternUnits="userSpaceOnUse">
          {FLAG_COLOURS.map((colour, i) => (
            <rect
              key={colour}
              x={0}
              width="56"
              height="88"
              fill={colour}
              mask="url(#cut)"
              transform={`translate(${i * 64 + 4} 0)`}
            />
          ))}
          <path d="M0 10h256" stroke="#e3ccd0" strokeWidth="2" />
        </pattern>
      </defs>
      <rect width="100%" height="88" fill="url(#row)" />
    </svg>
  );
}
