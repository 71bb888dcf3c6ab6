import { askStepUp } from '../feedback/dialog-store.ts';
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import type { i18n } from 'i18next';
import type { ComponentType } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '#contract/problem.ts';
import { textAreas } from '../area-texts.ts';
import { DataProvider } from '../data/data-provider.tsx';
import { createErrorStore } from '../data/error-store.ts';
import { createHttp } from '../data/http.ts';
import { createQueryClient } from '../data/query-client.ts';
import type { Session, SessionUser } from '../data/session.tsx';
import { FeedbackHost } from '../feedback/feedback-host.tsx';
import { plainSearch, routerPath, ScreensProvider, type Screen } from '../screens.tsx';
import { createTexts, loadArea, showLanguage } from '../texts.ts';
import { themeFor, type ThemeVariant } from '../theme.ts';
import { fakeServer, type FakeServer } from './fake-server.ts';

interface ScreenOptions {
  /** The path of the screen as its area lists it; `/` where nothing depends on it. */
  readonly path?: string;
  /** The address to open; the path itself where it has no places. */
  readonly at?: string;
  readonly server?: FakeServer;
  /** Rights of the person. */
  readonly may?: readonly string[];
  readonly user?: Partial<SessionUser>;
  readonly language?: Language;
  readonly variant?: ThemeVariant;
  /** Screens that links may lead to, as in an area's index. */
  readonly screens?: readonly Screen[];
}

/** What a test holds of a drawn screen. */
export interface Drawn extends RenderResult {
  readonly user: UserEvent;
  readonly server: FakeServer;
  readonly router: AnyRouter;
  /** Marks answers as old, as live messages do. */
  readonly client: QueryClient;
  /** Path and query of the screen in view. */
  readonly address: () => string;
}

/** A session that never expires, with the given rights. */
export function testSession(may: readonly string[] = [], user: Partial<SessionUser> = {}): Session {
  const person = {
    id: 'sanne',
    name: 'Sanne de Wit',
    nickname: 'sanne',
    email: 'sanne@balie.example',
    picture: '',
  };
  const state = { user: { ...person, ...user }, permissions: may };
  return {
    state: () => state,
    subscribe: () => () => undefined,
    accessToken: () => 'token-of-sanne',
    renew: async () => false,
    refresh: async () => undefined,
    login: () => undefined,
    logout: () => undefined,
  };
}

const allTexts = new Map<Language, Promise<i18n>>();

/** Every text of a language, loaded once for all tests of a worker; a test that changed the language finds its own again. */
async function textsIn(language: Language): Promise<i18n> {
  const loading = allTexts.get(language) ?? loadAll(language);
  allTexts.set(language, loading);
  const texts = await loading;
  await showLanguage(texts, language);
  return texts;
}

async function loadAll(language: Language): Promise<i18n> {
  const texts = await createTexts(language);
  await Promise.all(textAreas.map((area) => loadArea(texts, area)));
  return texts;
}

/**
 * Draws a screen as a person meets it: theme, texts, router, data layer and a server of the test's making.
 *
 * @example
 * const server = fakeServer();
 * server.list(companies, {}, [{ id: '1', name: 'Zalland', … }]);
 * const { user, findByText } = await renderScreen(CompaniesList, { server, may: ['core.companies.read.system'] });
 */
export async function renderScreen(Component: ComponentType, options: ScreenOptions = {}): Promise<Drawn> {
  const { path = '/', at = path, server = fakeServer(), may = [], language = 'nl', screens = [] } = options;
  const texts = await textsIn(language);
  const session = testSession(may, options.user);
  const errors = createErrorStore();
  const parts = {
    session,
    errors,
    queryClient: createQueryClient(errors),
    http: createHttp({ session, language: () => language, fetch: server.fetch, stepUp: askStepUp }),
  };

  // Questions and notices appear as they do in the app.
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <FeedbackHost />
      </>
    ),
  });
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: routerPath(path), component: () => <Component /> }),
      createRoute({ getParentRoute: () => root, path: '$', component: () => null }),
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
    ...plainSearch,
  });
  await router.load();

  const drawn = render(
    <MantineProvider
      theme={themeFor(options.variant ?? 'generic')}
      // jsdom draws nothing: style sheets only cost time, at each question for a style.
      withCssVariables={false}
      withGlobalClasses={false}
      env="test"
    >
      <I18nextProvider i18n={texts}>
        <DataProvider parts={parts}>
          <ScreensProvider screens={screens}>
            <RouterProvider router={router} />
          </ScreensProvider>
        </DataProvider>
      </I18nextProvider>
    </MantineProvider>,
  );
  const address = () => router.state.location.href;
  // No style sheet is here that could keep a pointer from anything.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  return { ...drawn, user, server, router, client: parts.queryClient, address };
}
