import type { MouseEvent } from 'react';

/**
 * Whether the mouse itself moves: when something slides under a resting mouse the browser tells of a move without any
 * movement, and what lies there is not pointed at.
 */
export const isMoving = ({ nativeEvent: { movementX, movementY } }: MouseEvent): boolean =>
  movementX !== 0 || movementY !== 0;
