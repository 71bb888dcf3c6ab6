import '#portal/kit/styles/index.ts';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { Settings } from '#portal/boot/settings.ts';
import type { LoginFailure } from '#portal/boot/stored-login.ts';
import { browserLanguage } from '#portal/boot/surroundings.ts';
import { areasOf } from '#portal/kit/area-texts.ts';
import { DataProvider, type DataParts } from '#portal/kit/data/data-provider.tsx';
import { createErrorStore } from '#portal/kit/data/error-store.ts';
import { createHttp, type EarlyAnswers } from '#portal/kit/data/http.ts';
import { followChanges } from '#portal/kit/data/live.ts';
import { createQueryClient } from '#portal/kit/data/query-client.ts';
import { forgetDrafts } from '#portal/kit/data/drafts.ts';
import type { Session } from '#portal/kit/data/session.tsx';
import { ScreensProvider, type Screen } from '#portal/kit/screens.tsx';
import { SignedOut } from './pages/signed-out.tsx';
import { Providers } from './providers.tsx';
import { createPortalRouter } from './router.tsx';
import { screens } from './screens.ts';
import { createTexts, loadArea } from '#portal/kit/texts.ts';
import { keepUpToDate } from './updates.ts';
import { variantAt } from './variants.ts';

/** How the first script opens the app: with a session, or with the reason why there is none. */
export type AppStart =
  | { readonly kind: 'signed-in'; readonly session: Session; readonly early?: EarlyAnswers | undefined }
  | { readonly kind: 'login-failed'; readonly failure: LoginFailure; readonly retry: () => void }
  | { readonly kind: 'unreachable'; readonly retry: () => void };

/** For so long an answer that was asked for beforehand counts as fresh, in milliseconds. */
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
    return;
  }

  // By then the first screen has asked; later answers must be fresh ones.
  setTimeout(() => from.early?.clear(), earlyMs);
  const parts = dataParts(from, () => (texts.language === 'en' ? 'en' : 'nl'));
  const held = () => parts.session.state().permissions;
  const prepare = (screen: Screen) => Promise.all(areasOf(screen).map((area) => loadArea(texts, area)));
  const router = createPortalRouter({ screens, variant, basePath, held, prepare });
  // In slices: a slow phone stays awake while the first page is drawn.
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
  followChanges(parts.http, parts.queryClient);
  keepUpToDate();
}

type SignedIn = Extract<AppStart, { kind: 'signed-in' }>;

function dataParts({ session, early }: SignedIn, language: () => 'nl' | 'en'): DataParts {
  const errors = createErrorStore();
  const queryClient = createQueryClient(errors);
  const leaving: Session = {
    ...session,
    logout() {
      // Nothing of this person may be on screen for the next one, not even through Back.
      queryClient.clear();
      forgetDrafts(session.state().user.id);
      session.logout();
    },
  };
  return { session: leaving, http: createHttp({ session: leaving, language, early }), queryClient, errors };
}
