import type { ReactNode } from 'react';
import type { Meaning } from '../theme-colors.ts';

/** One page of a document. */
export interface ViewerPage {
  /** Unlike every other page that the viewer meets, of other documents too. */
  readonly id: string;
}

/** Fetches the picture of a page: bytes, or an address that the page may show. */
export type LoadImage = (page: ViewerPage) => Promise<Blob | string>;

/** A place on a page. Positions and sizes are shares of the unrotated page, 0 to 1. */
export interface ViewerBox {
  readonly id: string;
  /** Id of its page. */
  readonly page: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What stands there, translated. */
  readonly label: string;
  /** Sure ones are blue, unsure ones dashed amber; a word only shows under the pointer; a mark is marked text. */
  readonly kind?: 'sure' | 'unsure' | 'word' | 'mark';
  /** The colour of a mark. */
  readonly meaning?: Meaning;
  /** Words that are chosen lie in the accent. */
  readonly isChosen?: boolean;
}

/** What stands beside a place on a page, such as a question about it. */
export interface ViewerBubble extends Pick<ViewerBox, 'page' | 'x' | 'y' | 'width' | 'height'> {
  readonly content: ReactNode;
}

/** Words that the mouse was dragged over, in the order of the boxes. */
export type WordsDrag = (ids: readonly string[]) => void;

/** A box was clicked; with Shift the choice goes on to it. */
export type BoxClick = (id: string, isExtending: boolean) => void;
