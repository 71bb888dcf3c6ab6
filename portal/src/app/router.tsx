import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { missingCode } from '#portal/kit/data/new-version.ts';
import { satisfiesAny } from '#contract/permissions.ts';
import {
  fillPath,
  nearestPath,
  plainSearch,
  routerPath,
  type Screen,
  type Tab,
} from '#portal/kit/screens.tsx';
import { guard } from './guard.ts';
import { homeScreen } from './screen-at.ts';
import { Shell } from './shell/shell.tsx';
import { ScreenFailure } from './shell/screen-failure.tsx';
import type { Variant } from './variants.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Text key of the document's title. */
    title?: string;
    /** Name of the screen, for the menu. */
    screen?: string;
  }
}
declare module '@tanstack/history' {
  interface HistoryState {
    /** Text key of the title of the screen that the guard refused. */
    refused?: string;
  }
}

interface RouterParts {
  readonly screens: readonly Screen[];
  readonly variant: Variant;
  readonly basePath: string;
  /** The rights of this moment. */
  readonly held: () => readonly string[];
  /** Fetches what a screen needs beside its code. */
  readonly prepare?: (screen: Screen) => Promise<unknown>;
  /** Stands in for the browser's history in tests. */
  readonly history?: RouterHistory;
}

const lazy = (load: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => ({ default: await load().catch(missingCode) }));

async function loadScreen(screen: Screen, { prepare }: RouterParts): Promise<ComponentType> {
  const [component] = await Promise.all([screen.load(), prepare?.(screen)]);
  return component;
}

/** The routes of all screens behind their guards, with home, the footer's pages and `/404`. */
export function createPortalRouter(parts: RouterParts) {
  const { screens, variant, basePath, held, history } = parts;
  const root = createRootRoute({ component: Shell, errorComponent: ScreenFailure });
  const parent = { getParentRoute: () => root };
  const home = homeScreen(screens, variant);

  const pages: AnyRoute[] = [
    createRoute({
      ...parent,
      path: '/',
      staticData: home ? { title: home.title, screen: home.name } : { title: 'shell.home.title' },
      component: lazy(async () =>
        home && guard(home, held(), screens).kind === 'open'
          ? await loadScreen(home, parts)
          : (await import('./pages/welcome.tsx')).Welcome,
      ),
    }),
    createRoute({
      ...parent,
      path: '/404',
      staticData: { title: 'shell.notFound.title' },
      component: lazy(async () => (await import('./pages/not-found.tsx')).NotFound),
    }),
    createRoute({ ...parent, path: '$', beforeLoad: () => goTo('/404') }),
    // The first script finishes logins here; whoever comes by hand is logged in already.
    createRoute({ ...parent, path: '/callback', beforeLoad: () => goTo('/') }),
  ];
  if (variant.hasHelpPages) {
    pages.push(
      createRoute({
        ...parent,
        path: '/ideas',
        staticData: { title: 'shell.ideas.title' },
        component: lazy(async () => (await import('./pages/ideas.tsx')).Ideas),
      }),
      createRoute({
        ...parent,
        path: '/help',
        staticData: { title: 'shell.help.title' },
        component: lazy(async () => (await import('./pages/help.tsx')).Help),
      }),
    );
  }

  const routes = screens.flatMap((screen) =>
    [screen.path, ...(screen.also ?? [])].map((path) => screenRoute({ ...screen, path }, root, parts)),
  );
  return createRouter({
    routeTree: root.addChildren([...pages, ...routes]),
    basepath: basePath,
    defaultPreload: 'intent',
    // Data is kept by the query cache; the router only fetches code.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ScreenFailure,
    scrollRestoration: afterFirst(),
    scrollToTopSelectors: ['#main'],
    ...plainSearch,
    ...(history ? { history } : {}),
  });
}

/**
 * Restores the scroll position on Back and reload. A page just opened is at its top: setting that would force a layout
 * in the middle of drawing it.
 */
function afterFirst(): (to: { readonly location: { readonly hash: string } }) => boolean {
  // Missing in test environments and old browsers.
  const knows = typeof PerformanceNavigationTiming === 'function';
  let isFresh =
    knows &&
    performance
      .getEntriesByType('navigation')
      .some((opened) => opened instanceof PerformanceNavigationTiming && opened.type === 'navigate');
  return ({ location }) => {
    const isAtTop = isFresh && location.hash === '';
    isFresh = false;
    return !isAtTop;
  };
}

function screenRoute(screen: Screen, root: AnyRoute, parts: RouterParts): AnyRoute {
  const { name, path, title, tabs = [] } = screen;
  const { held, screens } = parts;
  const route = createRoute({
    getParentRoute: () => root,
    path: routerPath(path),
    staticData: { title, screen: name },
    beforeLoad: () => {
      const verdict = guard(screen, held(), screens);
      if (verdict.kind === 'go') goTo(fillPath(nearestPath(verdict.to, path)), title);
      if (verdict.kind === 'home') goTo('/', title);
    },
    component: lazy(() => loadScreen(screen, parts)),
  });
  if (tabs.length === 0) return route;
  const opens = ({ permission }: Tab) => permission === undefined || satisfiesAny(held(), permission);
  // A tab without permission redirects to the first permitted one; without any, home with a message.
  const goToFirst = ({ params }: { params: Record<string, string> }) => {
    const first = tabs.find(opens);
    goTo(first ? `${fillPath(path, params)}/${first.path}` : '/', first ? undefined : title);
  };
  const children = tabs.map((tab) =>
    createRoute({
      getParentRoute: () => route,
      path: tab.path,
      beforeLoad: (at) => {
        if (!opens(tab)) goToFirst(at);
      },
      component: lazy(tab.load),
    }),
  );
  const bare = createRoute({ getParentRoute: () => route, path: '/', beforeLoad: goToFirst });
  return route.addChildren([bare, ...children]);
}

function goTo(path: string, refused?: string): never {
  throw redirect({ to: path, replace: true, ...(refused === undefined ? {} : { state: { refused } }) });
}
