import type { TablerIcon } from '@tabler/icons-react';
import { createContext, use } from 'react';

/** One line of the menu, as somebody with certain rights sees it. */
export interface MenuLine {
  /** Text key. */
  readonly label: string;
  /** Text key of the head that it stands under; null for none. */
  readonly group: string | null;
  readonly icon: TablerIcon;
  /** The permission of its list; a pipe stands between alternatives. */
  readonly needs: string;
}

/** The menu of somebody with these rights; the app provides it, since only it knows all screens. */
export type MenuOf = (held: readonly string[]) => readonly MenuLine[];

const nothing: MenuOf = () => [];
/** Makes the menu known to screens that show what others would see. */
export const MenuOfContext = createContext<MenuOf>(nothing);

/** What the menu of somebody else would be: `const menuOf = useMenuOf(); menuOf(['core.users.read.company'])`. */
export function useMenuOf(): MenuOf {
  return use(MenuOfContext);
}
