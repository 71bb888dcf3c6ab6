// The first script of the page. It decides who may come in before the app's bundle is fetched, so that the app
// starts once: with a token, or to say why there is none.
import type { AppStart } from '#portal/app/main.tsx';
import { fetchFonts, hasFonts } from './fonts.ts';
import { nextStep } from './next-step.ts';
import { createSession, permissionsIn, UnknownAccount } from './session.ts';
import { readSettings } from './settings.ts';
import type { SignIn } from './sign-in.ts';
import { isOwnProvider, signInSilently } from './silent-sign-in.ts';
import {
  isUnexpired,
  loggedInFlag,
  loginFailure,
  unknownAccount,
  readStoredLogin,
  type StoredLogin,
} from './stored-login.ts';
import { applyColorScheme, browserLanguage } from './preferences.ts';

const settings = readSettings(document);
const language = browserLanguage();

let client: Promise<SignIn> | undefined;
const loadSignIn = () => import('./sign-in.ts');
const signIn = () => (client ??= loadSignIn().then(({ createSignIn }) => createSignIn(settings)));
const loadApp = () => import('#portal/app/main.tsx');
const loadWarmUp = () => import('#portal/app/warm-up.ts');

async function start(from: AppStart) {
  const app = await loadApp();
  await app.start(from, settings);
}

async function enter(login: StoredLogin) {
  // In parallel: the bundle takes longest, permissions may have to be fetched, and data need not wait.
  const app = loadApp();
  const signedIn = createSession({ settings, login, signIn, language: browserLanguage });
  const early = await askEarly(login);
  // The requests are sent before the app's own work blocks the thread.
  await nextTask();
  try {
    await (await app).start({ kind: 'signed-in', session: await signedIn, early }, settings);
  } catch (error) {
    if (!(error instanceof UnknownAccount)) throw error;
    await refuse(login, error.message);
  }
}

/** Says why somebody whom the provider knows cannot come in; a reload says it again, and starts nothing. */
async function refuse({ profile }: StoredLogin, reason: string) {
  loggedInFlag.clear(localStorage);
  const address = typeof profile['email'] === 'string' ? profile['email'] : '';
  loginFailure.write(sessionStorage, { code: unknownAccount, description: reason, address });
  history.replaceState(null, '', '/');
  return explain();
}

async function askEarly({ accessToken }: StoredLogin) {
  const { fetchEarly, warmUp } = await loadWarmUp();
  warmUp(location.pathname, settings.variant, language);
  const headers = {
    accept: 'application/json',
    'accept-language': language,
    authorization: `Bearer ${accessToken}`,
  };
  const held = permissionsIn(accessToken, settings.permissionsClaim) ?? [];
  return fetchEarly(location, settings.variant, headers, held);
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Fetches first screen and app while a login is finished; failures show when they are really needed. The small file
 * that names the screen's files goes first, so that they are asked for before the app's code runs.
 */
function prepare(path: string) {
  void loadWarmUp()
    .then(({ warmUp }) => warmUp(path, settings.variant, language))
    .then(nextTask)
    .then(loadApp)
    .catch(() => undefined);
}

async function toLogin() {
  loginFailure.clear(sessionStorage);
  const target = location.pathname + location.search + location.hash;
  try {
    await (await signIn()).begin(target === '/callback' ? '/' : target, browserLanguage());
  } catch {
    await start({ kind: 'unreachable', retry: () => location.reload() });
  }
}

async function finish() {
  // The app and its home screen are most likely next.
  prepare('/');
  let login = storedLogin();
  try {
    const finished = await (await signIn()).finish();
    loginFailure.clear(sessionStorage);
    loggedInFlag.set(localStorage);
    history.replaceState(null, '', finished.target);
    login = finished.login;
  } catch (error) {
    history.replaceState(null, '', '/');
    // Back to a used `/callback`: a signed-in person continues.
    if (login === null || !loggedInFlag.isSet(localStorage)) return fail(error);
  }
  return enter(login);
}

async function fail(error: unknown) {
  console.error('login failed', error);
  loginFailure.write(sessionStorage, (await loadSignIn()).failureOf(error));
  return explain();
}

/** Our own provider is asked at once, another one when the library is there. */
async function signInAgain(): Promise<StoredLogin | null> {
  return isOwnProvider(settings) ? signInSilently(settings) : (await signIn()).renew();
}

async function renew(isSure: boolean) {
  const silent = signInAgain().catch(() => null);
  // Without a session neither the bundle is fetched nor the frame shown on the way to the login page.
  if (isSure) prepare(location.pathname);
  // Failure at start is ignored: the login page is next (product 1.4).
  const login = await silent;
  if (login === null) return toLogin();
  showFrame();
  loginFailure.clear(sessionStorage);
  loggedInFlag.set(localStorage);
  return enter(login);
}

function showFrame() {
  document.documentElement.dataset['boot'] = 'entering';
}

function explain() {
  const failure = loginFailure.read(sessionStorage) ?? { code: 'unknown', description: '' };
  const isUnknown = failure.code === unknownAccount;
  const retry = isUnknown ? leaveProvider : toLogin;
  return start({
    kind: isUnknown ? 'account-unknown' : 'login-failed',
    failure,
    retry: () => void retry(),
  });
}

// Signing in again at once would end here again: the provider remembers who it was.
async function leaveProvider() {
  loginFailure.clear(sessionStorage);
  await (await signIn()).end().catch(() => toLogin());
}

function offline() {
  addEventListener('online', () => location.reload(), { once: true });
  return start({ kind: 'unreachable', retry: () => location.reload() });
}

function storedLogin(): StoredLogin | null {
  const login = readStoredLogin(sessionStorage, settings);
  return login !== null && isUnexpired(login, Date.now()) ? login : null;
}

async function boot() {
  const login = storedLogin();
  const { dataset } = document.documentElement;
  const step = nextStep({
    path: location.pathname,
    hasToken: login !== null,
    isFlagged: loggedInFlag.isSet(localStorage),
    isExpected: dataset['boot'] === 'entering',
    hasFailure: loginFailure.read(sessionStorage) !== null,
    isOnline: navigator.onLine,
  });
  // The shell's empty frame is not shown where the login page is, or may be, next.
  if (step !== 'login' && step !== 'ask') showFrame();
  if (step === 'enter' && login !== null) return enter(login);
  if (step === 'finish') return finish();
  if (step === 'renew' || step === 'ask') return renew(step === 'renew');
  if (step === 'explain') return explain();
  return step === 'offline' ? offline() : toLogin();
}

if (hasFonts()) void fetchFonts();
document.documentElement.lang = language;
applyColorScheme();
// Logging out in one tab logs out all of them.
addEventListener('storage', ({ key, newValue }) => {
  if (key === loggedInFlag.key && newValue === null) location.reload();
});
// Style elements that the kit's parts make themselves carry the nonce of the page.
Reflect.set(globalThis, '__webpack_nonce__', settings.styleNonce);
// The content security policy forbids eval. Zod tests for it when schemas are made, which would be reported: this
// setting skips the test.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
boot().catch((error: unknown) => {
  console.error('the portal did not start', error);
  document.documentElement.dataset['boot'] = 'failed';
});
