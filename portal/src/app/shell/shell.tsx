import { FocusTrap } from '@mantine/core';
import { useFocusReturn } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { FeedbackHost } from '#portal/kit/feedback/feedback-host.tsx';
import { MenuOfContext } from '#portal/kit/menu-of.ts';
import { useHasScreen } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useVariant } from '../use-variant.ts';
import { Footer } from './footer.tsx';
import { visibleMenu } from './menu.ts';
import { Refused } from './refused.tsx';
import { RunningClock } from './running-clock.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useCurrentTitle } from './use-current-screen.ts';
import { useEscape } from './use-escape.ts';
import { useSidebar } from './use-sidebar.ts';
import styles from './shell.module.css';

/** The desk: top bar, menu and footer around the one sheet on which the screens lie. */
export function Shell() {
  const text = useText();
  const sidebar = useSidebar();
  const { isPhone, isNarrow, isOver, close } = sidebar;
  useEscape(isOver, close);
  useFocusReturn({ opened: isOver });
  const titleKey = useCurrentTitle();
  const variant = useVariant();
  const { title: brand } = variant;
  const hasScreen = useHasScreen();
  const menuOf = useCallback(
    (held: readonly string[]) =>
      visibleMenu(held, hasScreen, variant).flatMap(({ label: group, items }) =>
        items.map((item) => ({ ...item, group })),
      ),
    [hasScreen, variant],
  );
  const title = titleKey === undefined ? brand : `${text(titleKey)} – ${brand}`;
  const refused = useRouterState({ select: ({ location }) => location.state.refused });
  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <div className={styles['shell']} data-narrow={isNarrow || undefined}>
      <a href="#main" className={styles['skip']}>
        {text('shell.skip')}
      </a>
      <TopBar sidebar={sidebar} />
      {isPhone && <RunningClock />}
      {isOver && <div className={styles['veil']} onClick={close} aria-hidden="true" />}
      {(!isPhone || isOver) && (
        <FocusTrap active={isOver}>
          <div className={styles['menu']} data-over={isOver || undefined} data-escapes={isOver || undefined}>
            <Sidebar isNarrow={isNarrow} onNavigate={close} />
          </div>
        </FocusTrap>
      )}
      <main id="main" tabIndex={-1} data-scroll-restoration-id="sheet" className={styles['sheet']}>
        {refused !== undefined && <Refused screen={refused} />}
        <MenuOfContext value={menuOf}>
          <Outlet />
        </MenuOfContext>
      </main>
      <Footer />
      <FeedbackHost />
      <output className="balie-hidden">{title}</output>
    </div>
  );
}
