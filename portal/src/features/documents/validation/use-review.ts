import { useEffect, useEffectEvent, useState } from 'react';
import type { Item } from './item.ts';
import { positiveStop, stopsOf } from './review.rules.ts';

/** Looking at the doubtful values of one item: where one is, what was seen and what is right. */
export interface Review extends ReturnType<typeof useReview> {
  /** A correction is being saved: keys are kept for what follows it. */
  readonly isHeld: boolean;
}

interface ReviewState {
  readonly itemId: string | undefined;
  /** Where the person is: a property, a line, or the button that confirms all. */
  readonly at: string | undefined;
  readonly seen: ReadonlySet<string>;
  readonly checked: ReadonlySet<string>;
  /** Counts moves: the focus follows each, also to the same place. */
  readonly moves: number;
  /** A verdict was asked before everything was seen. */
  readonly mustSee: boolean;
}

const nothing: ReadonlySet<string> = new Set();
const noStops: readonly string[] = [];

/**
 * Walks the doubtful values of an item, so that none is confirmed unseen: the first one takes the focus when the item
 * opens, each says right and goes on to the next, and after the last one the verdict has the focus.
 */
export function useReview(item: Item | undefined, mayJudge: boolean) {
  const [state, setState] = useState<ReviewState>(() => startOf(undefined, 0));
  const isOpen = item !== undefined && item.judged === null && mayJudge;
  if (isOpen && state.itemId !== item.id) setState((now) => startOf(item, now.moves + 1));
  const all = isOpen ? stopsOf(item) : noStops;
  const left = all.filter((stop) => !state.checked.has(stop));
  const unseen = left.filter((stop) => !state.seen.has(stop));

  function goTo(at: string, change: Partial<ReviewState> = {}) {
    setState((now) => ({
      ...now,
      mustSee: false,
      ...change,
      at,
      seen: new Set(now.seen).add(at),
      moves: now.moves + 1,
    }));
  }
  const others = (from: string) => left.filter((stop) => stop !== from);
  /** To the first doubtful place behind this one, else to the first that is left, else to the verdict. */
  function goOn(from: string, change: Partial<ReviewState> = {}) {
    const index = all.indexOf(from);
    const rest = others(from);
    goTo(rest.find((stop) => all.indexOf(stop) > index) ?? rest[0] ?? positiveStop, change);
  }

  // What was drawn a moment ago takes the focus; what a person types in keeps it.
  const { moves, at } = state;
  const focusPlace = useEffectEvent(() => {
    if (at === undefined || isTypingElsewhere()) return;
    const stop = document.querySelector<HTMLElement>(`[data-stop="${at}"]`);
    stop?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (moves > 0) focusPlace();
  }, [moves]);

  return {
    /** How many doubtful places there are, and how many are left to look at. */
    count: all.length,
    left: left.length,
    unseen: unseen.length,
    mustSee: state.mustSee,
    at,
    isLeft: (stop: string) => left.includes(stop),
    isChecked: (stop: string) => state.checked.has(stop),
    /** The focus came here by itself. */
    arrive(stop: string) {
      if (state.at === stop && state.seen.has(stop)) return;
      setState((now) => ({ ...now, at: stop, seen: new Set(now.seen).add(stop) }));
    },
    goOn,
    goBack(from: string): boolean {
      const index = all.indexOf(from);
      const before = left.findLast((stop) => all.indexOf(stop) < index);
      if (before !== undefined) goTo(before);
      return before !== undefined;
    },
    /** It is right as it stands. */
    check: (stop: string) => goOn(stop, { checked: new Set(state.checked).add(stop) }),
    /** Goes to the first place that was not seen yet; false when all were. */
    showUnseen(): boolean {
      const [first] = unseen;
      if (first === undefined) return false;
      goTo(first, { mustSee: unseen.length > 0 });
      return true;
    },
    /** Brings the focus back to where the person was. */
    comeBack: () => state.at !== undefined && goTo(state.at),
  };
}

function startOf(item: Item | undefined, moves: number): ReviewState {
  const start = { itemId: item?.id, checked: nothing, mustSee: false, moves };
  if (item === undefined) return { ...start, at: undefined, seen: nothing };
  const at = stopsOf(item)[0] ?? positiveStop;
  return { ...start, at, seen: new Set([at]) };
}

function isTypingElsewhere(): boolean {
  const { activeElement } = document;
  return (
    activeElement instanceof HTMLElement &&
    activeElement.matches('input:not([type=checkbox], [type=radio]), textarea, select') &&
    activeElement.closest('[data-review]') === null
  );
}
