import {
  CONSENT_ID_COOKIE,
  CONSENT_TEXT,
  type Decision,
  type ToldDecision,
  UNTOLD_KEY,
  VISITOR_KEY,
} from "#src/modules/sales/affiliates/rules/consent.ts";

// If storage is blocked, a decision is sent once, under a new id.

const A_YEAR = 365 * 24 * 60 * 60;

/** Sends the visitor's decision to the server; if it doesn't arrive, it is sent again at the next visit. */
export async function tellDecision(decision: Decision, language: "en" | "es"): Promise<void> {
  const id = crypto.randomUUID();
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const age = decision === "granted" ? A_YEAR : 0;
  document.cookie = `${CONSENT_ID_COOKIE}=${id}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
  keep([...untold(), { id, visitor: visitor(), decision, textVersion: CONSENT_TEXT, language }]);
  await tellUntold();
}

let telling: Promise<void> | undefined;

/** Tells the decisions that haven't arrived yet, in their order. */
export function tellUntold(): Promise<void> {
  return (telling = (telling ?? Promise.resolve()).then(async () => {
    for (let [next] = untold(); next; [next] = untold()) {
      if (!(await arrives(next))) return;
      const { id } = next;
      keep(untold().filter((decision) => decision.id !== id));
    }
  }));
}

/** Whether the server needn't be told again: it has it, or refuses it for good. */
async function arrives(decision: ToldDecision): Promise<boolean> {
  try {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(decision);
    const { status } = await fetch("/api/functions/record-consent", { method: "POST", headers, body, keepalive: true });
    return status < 500 && status !== 429;
  } catch (error) {
    console.debug(`[record-consent] ${String(error)}`);
    return false;
  }
}

let memory: ToldDecision[] = [];

function untold(): ToldDecision[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(UNTOLD_KEY) ?? "[]");
    return Array.isArray(list) ? (list as ToldDecision[]) : [];
  } catch {
    return memory;
  }
}

function keep(decisions: ToldDecision[]): void {
  memory = decisions;
  try {
    if (decisions.length > 0) localStorage.setItem(UNTOLD_KEY, JSON.stringify(decisions));
    else localStorage.removeItem(UNTOLD_KEY);
  } catch {
    // see above
  }
}

function visitor(): string {
  try {
    const visitorId = localStorage.getItem(VISITOR_KEY);
    if (visitorId !== null) return visitorId;
    const newId = crypto.randomUUID();
    localStorage.setItem(VISITOR_KEY, newId);
    return newId;
  } catch {
    return crypto.randomUUID();
  }
}
