import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './layout.module.css';

/** A part of the page that moves with what is open, and stays the same part while it moves. */
export interface KeptPlace {
  /** Draws the part; stands where it outlives every place that shows it. */
  readonly fill: (part: ReactNode) => ReactNode;
  /** Where the part is shown now; hand it to `PlaceOf`. */
  readonly node: HTMLElement;
}

/**
 * For a part that must not begin anew when its surroundings do, such as a viewer beside the open row of a list: it is
 * drawn once and carried from place to place.
 *
 * @example
 * const viewer = useKeptPlace();
 * <>{viewer.fill(<ImageViewer … />)}<Row><PlaceOf node={viewer.node} /></Row></>
 */
export function useKeptPlace(): KeptPlace {
  const [place] = useState<KeptPlace>(() => {
    const node = document.createElement('div');
    node.className = styles.kept ?? '';
    return { node, fill: (part) => createPortal(part, node) };
  });
  return place;
}

/** Shows a kept part here. */
export function PlaceOf({ node }: Pick<KeptPlace, 'node'>) {
  const here = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => here.current?.append(node), [node]);
  return <div ref={here} className={styles.kept} />;
}
