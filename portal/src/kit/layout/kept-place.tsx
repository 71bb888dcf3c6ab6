import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './layout.module.css';

/** A part of the page that moves without being remounted. */
export interface KeptPlace {
  /** Renders the part; call it above every place that shows it. */
  readonly fill: (part: ReactNode) => ReactNode;
  /** Where the part is shown now; hand it to `PlaceOf`. */
  readonly node: HTMLElement;
}

/**
 * For a part that must not be remounted when its surroundings are, such as a viewer beside the open row of a list: it is
 * rendered once and moved from place to place.
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

/** Shows the part here. */
export function PlaceOf({ node }: Pick<KeptPlace, 'node'>) {
  const here = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => here.current?.append(node), [node]);
  return <div ref={here} className={styles.kept} />;
}
