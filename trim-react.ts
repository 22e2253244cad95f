import type { Plugin } from "vite";

/**
 * What React brings to every page and this product never uses: view transitions, refs on fragments, `SuspenseList`. 6 kB of each
 * visitor's first load (docs/decisions/171). `src/trimmed-react.test.ts` keeps the product from using them.
 */
const UNUSED = [
  "applyViewTransitionName",
  "applyViewTransitionToHostInstances",
  "applyViewTransitionToHostInstancesRecursive",
  "commitAfterMutationEffectsOnFiber",
  "commitAppearingPairViewTransitions",
  "commitDeletedPairViewTransitions",
  "commitEnterViewTransitions",
  "commitExitViewTransitions",
  "commitNestedViewTransitions",
  "createViewTransitionInstance",
  "FragmentInstance",
  "getViewTransitionClassName",
  "getViewTransitionName",
  "measureNestedViewTransitions",
  "measureViewTransitionHostInstancesRecursive",
  "pushViewTransitionCancelableScope",
  "reportViewTransitionError",
  "restoreEnterOrExitViewTransitions",
  "restoreNestedViewTransitions",
  "restorePairedViewTransitions",
  "restoreViewTransitionName",
  "restoreViewTransitionOnHostInstances",
  "scheduleViewTransitionEvent",
  "startViewTransition",
  "trackEnterViewTransitions",
  "updateSuspenseListComponent",
  "ViewTransitionPseudoElement",
];

/** Whatever is called only where an unused part is in use says so there, instead of doing nothing. */
const REFUSING = ["createViewTransitionInstance", "FragmentInstance", "updateSuspenseListComponent"];

const METHODS = /^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function [\s\S]*?^\};$/gm;

/** Empties the unused functions of React's browser code, so that the minifier drops what only they call. */
export function trimReact(): Plugin {
  return {
    name: "trim-react",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /react-dom-client\.production\.js$/ },
      handler: (code) => trimmed(code),
    },
  };
}

/** React's browser code without the unused functions. Throws where a newer React no longer has one: the list is then read again. */
export const trimmed = (code: string): string =>
  UNUSED.reduce(
    (rest, name) => {
      const whole = new RegExp(`^function ${name}\\(([^)]*)\\) \\{\\n[\\s\\S]*?^\\}$`, "m");
      if (!whole.test(rest)) throw new Error(`React has no function ${name} any more: see trim-react.ts`);
      const body = REFUSING.includes(name) ? `throw Error("trimmed: ${name}")` : "";
      return rest.replace(whole, (_, inputs: string) => `function ${name}(${inputs}) {${body}}`);
    },
    code.replaceAll(METHODS, ""),
  );
