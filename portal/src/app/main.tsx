import '#portal/kit/styles/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import { askStepUp } from '#portal/kit/feedback/dialog-store.ts';
import { RouterProvider, type AnyRouter } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { Settings } from '#portal/boot/settings.ts';
import { fetchFonts, hasFonts } from '#portal/boot/fonts.ts';
import { browserLanguage } from '#portal/boot/preferences.ts';
import { areasOf } from '#portal/kit/area-texts.ts';
import { DataProvider, type DataParts } from '#portal/kit/data/data-provider.tsx';
import { createErrorStore } from '#portal/kit/data/error-store.ts';
import { traceActions } from '#portal/kit/data/action-headers.ts';
import { createHttp, type EarlyAnswers } from '#portal/kit/data/http.ts';
import { retryWhenBack } from '#portal/kit/data/connection.ts';
import { followChanges } from '#portal/kit/data/live.ts';
import { createQueryClient } from '#portal/kit/data/query-client.ts';
import { forgetDrafts } from '#portal/kit/data/drafts.ts';
import type { Session } from '#portal/kit/data/session.tsx';
import { whenIdle } from '#portal/kit/when-idle.ts';
import { ScreensProvider, type Screen } from '#portal/kit/screens.tsx';
import { keepOwnLanguage } from './own-language.ts';
import { type NoSession, SignedOut } from './pages/signed-out.tsx';
import { Providers } from './providers.tsx';
import { keepRightsFresh } from './rights.ts';
import { createPortalRouter } from './router.tsx';
import { screenAt } from './screen-at.ts';
import { screens } from './screens.ts';
import { createTexts, loadArea } from '#portal/kit/texts.ts';
import { compareBuild, keepUpToDate } from './updates.ts';
import { variantAt, type Variant } from './variants.ts';

/** How the first script opens the app: with a session, or with the reason why there is none. */
export type AppStart =
  | { readonly kind: 'signed-in'; readonly session: Session; readonly early?: EarlyAnswers | undefined }
  | NoSession;

/** How long an answer that was fetched early counts as fresh, in milliseconds. */
const earlyMs = 10_000;

/** Draws the app, once per page. */
export async function start(from: AppStart, settings: Settings): Promise<void> {
  const { variant, basePath } = variantAt(location.pathname, settings.variant);
  const texts = await createTexts(browserLanguage());
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no place for the app');
  const root = createRoot(place);
  const shared = { variant, texts, styleNonce: settings.styleNonce };

  if (from.kind !== 'signed-in') {
    root.render(
      <Providers {...shared}>
        <SignedOut from={from} />
      </Providers>,
    );
    void fetchFonts();
    return;
  }

  if (settings.tracing !== '') void traceActions(Number(settings.tracing));

  // By then the first screen has asked; later requests must be real ones.
  setTimeout(() => from.early?.clear(), earlyMs);
  const parts = dataParts(from, () => (texts.language === 'en' ? 'en' : 'nl'));
  const held = () => parts.session.state().permissions;
  const prepare = (screen: Screen) => Promise.all(areasOf(screen).map((area) => loadArea(texts, area)));
  const router = createPortalRouter({ screens, variant, basePath, held, prepare });
  // Meanwhile the frame is shown. Drawing once, with code and data, is fastest.
  await Promise.race([
    openFirst(router, () => askAhead(from, parts, variant, basePath, texts.language)),
    wait(maxFrameMs),
  ]);
  // A transition is rendered in slices, so that a slow phone stays responsive.
  startTransition(() =>
    root.render(
      <Providers {...shared}>
        <DataProvider parts={parts}>
          <ScreensProvider screens={screens}>
            <RouterProvider router={router} />
          </ScreensProvider>
        </DataProvider>
      </Providers>,
    ),
  );
  // The event stream stays open: it starts after the first page is drawn.
  void whenIdle().then(() => {
    retryWhenBack(parts.queryClient);
    followChanges(
      parts.http,
      parts.queryClient,
      keepRightsFresh(parts.session),
      compareBuild(settings.build),
    );
    return keepOwnLanguage({ http: parts.http, userId: parts.session.state().user.id, texts });
  });
  keepUpToDate();
  if (!hasFonts()) void firstAnswer(parts.queryClient).then(fetchFonts);
}

/** How long fonts wait for the first screen: at most for its first answer, and then to draw it. */
const firstAnswerMs = 3_000;
const drawingMs = 300;

/** The moment at which the first screen has its data on the page. */
function firstAnswer(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const cache = queryClient.getQueryCache();
    const timer = setTimeout(done, firstAnswerMs);
    const stop = cache.subscribe(({ type, query }) => {
      if (type === 'updated' && query.state.status !== 'pending') done();
    });
    function done() {
      stop();
      clearTimeout(timer);
      setTimeout(resolve, drawingMs);
    }
  });
}

/** How long the frame waits for code and data of the first screen, in milliseconds. */
const maxFrameMs = 700;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function openFirst(router: AnyRouter, ask: () => Promise<unknown>): Promise<void> {
  // Until the router is mounted it does not follow redirects by itself.
  const stop = router.history.subscribe(() => void router.load());
  await Promise.all([router.load(), ask()]);
  stop();
}

/** Puts the early answers in the cache for the first screen. */
async function askAhead(
  { early, session }: SignedIn,
  { http, queryClient }: DataParts,
  variant: Variant,
  basePath: string,
  language: string,
): Promise<void> {
  if (early === undefined || early.size === 0) return;
  const screen = screenAt(location.pathname, screens, variant, basePath);
  const asking = screen?.ahead?.({
    http,
    queryClient,
    start: [session.state().user.id, language],
    held: session.state().permissions,
  });
  // A failure is repeated, and shown, where the screen asks.
  await asking?.catch(() => undefined);
}

type SignedIn = Extract<AppStart, { kind: 'signed-in' }>;

function dataParts({ session, early }: SignedIn, language: () => 'nl' | 'en'): DataParts {
  const errors = createErrorStore();
  const queryClient = createQueryClient(errors);
  const leaving: Session = {
    ...session,
    logout() {
      // Nothing of this person may be shown to the next one, not even through Back.
      queryClient.clear();
      forgetDrafts(session.state().user.id);
      session.logout();
    },
  };
  return {
    session: leaving,
    http: createHttp({ session: leaving, language, early, stepUp: askStepUp }),
    queryClient,
    errors,
  };
}
