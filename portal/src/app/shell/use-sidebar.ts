import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** How the menu stands: beside the sheet wide or narrow, or laid over it. */
export interface SidebarState {
  /** Under 768 it is hidden until asked for. */
  readonly isPhone: boolean;
  /** Icons only. */
  readonly isNarrow: boolean;
  /** Laid over the sheet, because there is no room beside it. */
  readonly isOver: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

const wide = '(min-width: 73.125em)';
const phone = '(max-width: 47.99em)';
const now = { getInitialValueInEffect: false };

/** From 1170 wide or narrow as remembered, from 768 narrow and open over the sheet, below that hidden. */
export function useSidebar(): SidebarState {
  const isWide = useMediaQuery(wide, true, now) ?? true;
  const isPhone = useMediaQuery(phone, false, now) ?? false;
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'balie.menuCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [isOpen, setOpen] = useState(false);
  const isOver = !isWide && isOpen;
  return {
    isPhone,
    isNarrow: !isOver && !isPhone && (isWide ? isCollapsed : true),
    isOver,
    toggle: () => (isWide ? setCollapsed((before) => !before) : setOpen((before) => !before)),
    close: () => setOpen(false),
  };
}
