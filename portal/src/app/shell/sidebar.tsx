import { useLocation } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { ScreenLink, useHasScreen, usePathTo } from '#portal/kit/screens.tsx';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { useText } from '#portal/kit/text.ts';
import { useVariant } from '../use-variant.ts';
import { visibleMenu, type MenuItem } from './menu.ts';
import { useCurrentScreen } from './use-current-screen.ts';
import { Waiting } from './waiting.tsx';
import styles from './sidebar.module.css';

interface SidebarProps {
  /** Icons only: the names become tooltips. */
  readonly isNarrow: boolean;
  readonly onNavigate: () => void;
}

/** The name of a line beside its icon, where there is no room for it. */
interface Tip {
  readonly label: string;
  readonly top: number;
  readonly left: number;
}

/** The menu: what the person may see and what exists, as links. */
export function Sidebar({ isNarrow, onNavigate }: SidebarProps) {
  const text = useText();
  const { permissions } = useSessionState();
  const groups = visibleMenu(permissions, useHasScreen(), useVariant());
  const [tip, setTip] = useState<Tip | null>(null);
  return (
    <nav className={styles['nav']} aria-label={text('shell.menu.name')} data-narrow={isNarrow || undefined}>
      {groups.map(({ key, label, items }) => (
        <div key={key} className={styles['group']}>
          {label !== null && (
            <div id={`menu-${key}`} className={styles['head']}>
              {text(label)}
            </div>
          )}
          <ul aria-labelledby={label === null ? undefined : `menu-${key}`}>
            {items.map((item) => (
              <li key={item.screen}>
                <SidebarLink item={item} onNavigate={onNavigate} onTip={setTip} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {isNarrow && tip !== null && (
        <span className={styles['tip']} style={{ top: tip.top, left: tip.left }} aria-hidden="true">
          {tip.label}
        </span>
      )}
    </nav>
  );
}

interface SidebarLinkProps {
  readonly item: MenuItem;
  readonly onNavigate: () => void;
  readonly onTip: (tip: Tip | null) => void;
}

function SidebarLink({ item, onNavigate, onTip }: SidebarLinkProps) {
  const text = useText();
  const current = useCurrentScreen();
  const above = `${usePathTo()(item.screen)}/`;
  // Also when what is in view stands below it: a user of a company.
  const isBelow = useLocation({ select: ({ pathname }) => pathname.startsWith(above) });
  const isCurrent = isBelow || current?.split(':')[0] === item.screen.split(':')[0];
  const label = text(item.label);

  function showTip({ currentTarget }: SyntheticEvent<HTMLElement>) {
    const { top, right, height } = currentTarget.getBoundingClientRect();
    onTip({ label, top: top + height / 2, left: right + 6 });
  }

  return (
    <ScreenLink
      to={item.screen}
      className={styles['item'] ?? ''}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onNavigate}
      onPointerEnter={showTip}
      onPointerLeave={() => onTip(null)}
      onFocus={showTip}
      onBlur={() => onTip(null)}
    >
      <item.icon size={18} stroke={1.75} aria-hidden="true" />
      <span className={styles['label']}>{label}</span>
      {item.waiting !== undefined && <Waiting path={item.waiting} />}
    </ScreenLink>
  );
}
