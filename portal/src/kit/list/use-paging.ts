import { useState } from 'react';

/** Page and size of a table that the address does not know, such as one in a dialog; hand it to the pager. */
export function usePaging(sizes: readonly [number, ...number[]]) {
  const [page, setPage] = useState(1);
  const [size, chooseSize] = useState(sizes[0]);
  const setSize = (to: number) => {
    chooseSize(to);
    setPage(1);
  };
  return { page, size, sizes, setPage, setSize };
}
