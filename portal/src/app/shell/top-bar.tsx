import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useText } from '#portal/kit/text.ts';
import { useVariant } from '../use-variant.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Mark } from './mark.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { RunningClock } from './running-clock.ts';
import { SearchField } from './search-field.tsx';
import type { SidebarState } from './use-sidebar.ts';
import styles from './top-bar.module.css';

/** Mark and name, the menu's toggle, the search over everything, the running clock, languages and profile. */
export function TopBar({ sidebar }: { sidebar: SidebarState }) {
  const text = useText();
  const { title } = useVariant();
  const { isPhone, isNarrow, isOver, toggle } = sidebar;
  const isShut = isPhone ? !isOver : isNarrow;
  const label = text(isShut ? 'shell.menu.open' : 'shell.menu.close');
  const Icon = isPhone ? IconMenu2 : IconLayoutSidebar;
  const toggleButton = (
    <ActionIcon aria-label={label} title={label} aria-expanded={!isShut} onClick={toggle}>
      <Icon size={isPhone ? 22 : 18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
  return (
    <header className={styles['bar']}>
      <div className={styles['start']} data-narrow={isNarrow || undefined}>
        {isPhone && toggleButton}
        <Link to="/" className={styles['brand'] ?? ''}>
          <Mark />
          <span>{title}</span>
        </Link>
        {!isPhone && toggleButton}
      </div>
      <SearchField />
      <div className={styles['end']}>
        {!isPhone && <RunningClock />}
        {!isPhone && <LanguageSwitch />}
        <ProfileMenu isPhone={isPhone} />
      </div>
    </header>
  );
}
