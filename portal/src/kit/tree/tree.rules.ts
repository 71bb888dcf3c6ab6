import { fold } from '../fold.ts';

/** One node of a tree; ids are unique in the tree. */
export interface TreeNode {
  readonly id: string;
  /** Translated. */
  readonly label: string;
  /** What lies under it. A list without anything in it is a branch that counts as none, not a leaf. */
  readonly children?: readonly TreeNode[];
  /** A leaf that cannot be ticked; a click on a branch above it skips it. */
  readonly isLocked?: boolean;
}

/**
 * What a ticked branch means. `leaves`: it is nothing of its own, only all that lies under it. `branches`: it is a
 * choice of its own that also holds for what comes under it later.
 */
export type TickMeaning = 'leaves' | 'branches';

/** How the box of a node looks. */
export type Tick = 'on' | 'off' | 'mixed';

/** What is known of a node once the choice is counted. */
export interface NodeState {
  readonly tick: Tick;
  /** Chosen leaves under it, and all of them; a leaf counts as one. */
  readonly chosen: number;
  readonly total: number;
}

/**
 * The states of all nodes for a choice. Where branches are a choice of their own, one whose leaves were ticked one by
 * one is half ticked: it does not hold for what comes under it later.
 */
export function statesOf(
  nodes: readonly TreeNode[],
  chosen: ReadonlySet<string>,
  meaning: TickMeaning = 'leaves',
): ReadonlyMap<string, NodeState> {
  const states = new Map<string, NodeState>();
  function visit(node: TreeNode, isUnderChosen: boolean): NodeState {
    const isOn = isUnderChosen || chosen.has(node.id);
    const below = (node.children ?? []).map((child) => visit(child, isOn));
    const isLeaf = node.children === undefined;
    const total = isLeaf ? 1 : sum(below, 'total');
    const count = isLeaf ? Number(isOn) : sum(below, 'chosen');
    const state: NodeState = { tick: tickOf(isOn, count, below, meaning), chosen: count, total };
    states.set(node.id, state);
    return state;
  }
  for (const node of nodes) visit(node, false);
  return states;
}

function tickOf(isOn: boolean, count: number, below: readonly NodeState[], meaning: TickMeaning): Tick {
  const isFull = meaning === 'leaves' && below.length > 0 && below.every(({ tick }) => tick === 'on');
  if (isOn || isFull) return 'on';
  return count > 0 || below.some(({ tick }) => tick !== 'off') ? 'mixed' : 'off';
}

function sum(states: readonly NodeState[], key: 'chosen' | 'total'): number {
  return states.reduce((all, state) => all + state[key], 0);
}

/** The choice after a node's box was clicked: what was not wholly on, but for what is locked, goes on, else off. */
export function toggled(
  nodes: readonly TreeNode[],
  chosen: ReadonlySet<string>,
  id: string,
  meaning: TickMeaning,
): ReadonlySet<string> {
  const path = pathTo(nodes, id);
  const node = path.at(-1);
  if (node === undefined) return chosen;
  const next = new Set(chosen);
  if (node.isLocked) return chosen;
  const isOn = isWhollyOn(node, statesOf(nodes, chosen, meaning), meaning);
  if (!isOn) {
    for (const below of descendants(node)) next.delete(below.id);
    for (const one of meaning === 'branches' ? [node] : leavesOf(node)) if (!one.isLocked) next.add(one.id);
    return next;
  }
  // A chosen branch above is replaced by its other children.
  const above = path.findIndex((one) => next.has(one.id));
  if (above >= 0) {
    next.delete(path[above]?.id ?? '');
    for (const step of path.slice(above, -1)) {
      for (const child of step.children ?? []) if (!path.includes(child)) next.add(child.id);
    }
  }
  for (const one of [node, ...descendants(node)]) next.delete(one.id);
  return next;
}

function isWhollyOn(node: TreeNode, states: ReadonlyMap<string, NodeState>, meaning: TickMeaning): boolean {
  if (states.get(node.id)?.tick === 'on') return true;
  if (meaning === 'branches') return false;
  const free = leavesOf(node).filter(({ isLocked }) => !isLocked);
  return free.length > 0 && free.every(({ id }) => states.get(id)?.tick === 'on');
}

function pathTo(nodes: readonly TreeNode[], id: string): readonly TreeNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = pathTo(node.children ?? [], id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

function descendants(node: TreeNode): readonly TreeNode[] {
  return (node.children ?? []).flatMap((child) => [child, ...descendants(child)]);
}

function leavesOf(node: TreeNode): readonly TreeNode[] {
  return node.children === undefined ? [node] : node.children.flatMap(leavesOf);
}

/** One line of the tree as it is on screen. */
export interface VisibleNode {
  readonly node: TreeNode;
  /** From 1. */
  readonly level: number;
  readonly isOpen: boolean;
  readonly position: number;
  readonly siblings: number;
  /** Where its parent's line is, or -1. */
  readonly parent: number;
}

interface Look {
  readonly open: ReadonlySet<string>;
  /** Words that must all occur in the label; parents of what matches stay, and are open. */
  readonly search: string;
  readonly onlyChosen: boolean;
  readonly states: ReadonlyMap<string, NodeState>;
}

/** The lines on screen, from top to bottom. */
export function visibleNodes(nodes: readonly TreeNode[], look: Look): readonly VisibleNode[] {
  const words = fold(look.search).split(/\s+/).filter(Boolean);
  const lines: VisibleNode[] = [];

  function isVisible(node: TreeNode, isParentFound: boolean): boolean {
    if (look.onlyChosen && look.states.get(node.id)?.tick === 'off') return false;
    const isFound = isParentFound || matches(node);
    const { children } = node;
    return children?.length ? isFound || children.some((child) => isVisible(child, false)) : isFound;
  }
  function matches(node: TreeNode): boolean {
    const label = fold(node.label);
    return words.every((word) => label.includes(word));
  }
  function visit(siblings: readonly TreeNode[], level: number, parent: number, isParentFound: boolean) {
    const shown = siblings.filter((node) => isVisible(node, isParentFound));
    shown.forEach((node, index) => {
      const isFound = words.length > 0 && (isParentFound || matches(node));
      const isOpenBySearch = words.length > 0 && !isFound;
      const isOpen = Boolean(node.children?.length) && (isOpenBySearch || look.open.has(node.id));
      lines.push({ node, level, isOpen, position: index + 1, siblings: shown.length, parent });
      if (isOpen) visit(node.children ?? [], level + 1, lines.length - 1, isFound);
    });
  }
  visit(nodes, 1, -1, false);
  return lines;
}

/** How leaves are called outside the tree, by id: with the branch they lie in, unless that is a root. */
export function leafNames(nodes: readonly TreeNode[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  function visit({ id, label, children }: TreeNode, above: string, level: number) {
    if (children === undefined) names.set(id, level > 2 ? `${above}: ${label}` : label);
    for (const child of children ?? []) visit(child, label, level + 1);
  }
  for (const node of nodes) visit(node, '', 1);
  return names;
}
