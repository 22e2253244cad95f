/**
 * Translators put elements of their own in the place of a page's texts, whose nodes React then removes from where they no longer are:
 * the page ended in an error, or went on showing a text that had changed. From here on such a node stands for what took its place.
 * Call once, before React begins.
 */
export function bearTranslation(): void {
  new MutationObserver(noteReplaced).observe(document, { childList: true, subtree: true });
  // oxlint-disable-next-line typescript/unbound-method -- called with the node that they are asked of
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const standing = standingFor(child, this);
    if (standing) removeChild.call(this, standing);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    return insertBefore.call(this, child, before && standingFor(before, this)) as Child;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")!;
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...value,
    set(this: Node, text: string | null) {
      // the page's own text comes back, and is translated again as a new one
      if (!this.parentNode) replacedBy.get(this)?.replaceWith(this);
      value.set!.call(this, text);
    },
  });
}

/** What took the place of a text that was removed. */
const replacedBy = new WeakMap<Node, ChildNode>();

const isTranslators = (node: Node | null | undefined): node is ChildNode => node?.nodeName === "FONT";

function noteReplaced(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const node of removedNodes) {
      const by = [...addedNodes, previousSibling, nextSibling].find(isTranslators);
      if (by && node.nodeType === Node.TEXT_NODE && !node.parentNode) replacedBy.set(node, by);
    }
}

/** The child of a parent that is a node, has it inside, or took its place; null when none is there. */
function standingFor(node: Node, parent: Node): Node | null {
  let at: Node | null | undefined = node.parentNode ? node : replacedBy.get(node);
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at ?? null;
}
