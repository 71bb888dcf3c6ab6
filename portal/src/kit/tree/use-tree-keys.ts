import { useRef, useState, type KeyboardEvent } from 'react';
import type { TreeNode, VisibleNode } from './tree.rules.ts';

interface TreeKeysOptions {
  readonly lines: readonly VisibleNode[];
  readonly setNodeOpen: (node: TreeNode, isOpen: boolean) => void;
  readonly toggle: (node: TreeNode) => void;
  /** Scrolls a line into view. */
  readonly reveal: (index: number) => void;
}

/**
 * The keys of a tree as the ARIA practices describe them: arrows move, open and close, Home and End jump, Space and
 * Enter tick, letters find the next label that starts with them.
 */
export function useTreeKeys({ lines, setNodeOpen, toggle, reveal }: TreeKeysOptions) {
  const [wanted, setWanted] = useState(0);
  const active = Math.min(wanted, Math.max(0, lines.length - 1));
  const typed = useRef({ text: '', time: 0 });

  function goTo(index: number) {
    const to = Math.min(lines.length - 1, Math.max(0, index));
    setWanted(to);
    reveal(to);
  }

  function find(letter: string, now: number): void {
    const { text, time } = typed.current;
    const sought = now - time < 500 ? text + letter : letter;
    typed.current = { text: sought, time: now };
    const from = sought.length > 1 ? active : active + 1;
    const order = [...lines.keys()].map((step) => (from + step) % lines.length);
    const found = order.find((index) => lines[index]?.node.label.toLowerCase().startsWith(sought));
    if (found !== undefined) goTo(found);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const line = lines[active];
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const isBranch = Boolean(line.node.children?.length);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(active + 1),
      ArrowUp: () => goTo(active - 1),
      Home: () => goTo(0),
      End: () => goTo(lines.length - 1),
      PageDown: () => goTo(active + 10),
      PageUp: () => goTo(active - 10),
      ArrowRight: () =>
        isBranch && !line.isOpen ? setNodeOpen(line.node, true) : isBranch && goTo(active + 1),
      ArrowLeft: () => (line.isOpen ? setNodeOpen(line.node, false) : line.parent >= 0 && goTo(line.parent)),
      ' ': () => toggle(line.node),
      Enter: () => toggle(line.node),
    };
    // While a label is being typed, a space belongs to it.
    const isFinding = event.key === ' ' && event.timeStamp - typed.current.time < 500;
    const move = isFinding ? undefined : moves[event.key];
    if (move === undefined && event.key.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    if (move) move();
    else find(event.key.toLowerCase(), event.timeStamp);
  }

  return { active, setActive: setWanted, onKeyDown };
}
