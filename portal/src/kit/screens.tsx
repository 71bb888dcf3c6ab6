import {
  Link,
  useNavigate,
  useParams,
  useRouter,
  useSearch,
  type LinkComponentProps,
} from '@tanstack/react-router';
import {
  createContext,
  use,
  useCallback,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { ScopeName } from '#contract/permissions.ts';
import type { ResourceDefinition } from '#contract/resource.ts';
import type { Asking } from './data/resource-hooks.ts';

/** `{resource}:{action}` as product 1.2 names routes: `companies:index`, `price-agreements:create`. */
export type ScreenName = `${string}:${string}`;

/** The name of the screen that lists a resource: `companies:index`. */
export function indexOf({ path }: ResourceDefinition): ScreenName {
  return `${path.split('/').at(-1) ?? ''}:index`;
}

/** One screen as its area lists it in `index.ts`; `app/router.tsx` makes routes of all of them. */
export interface Screen {
  readonly name: ScreenName;
  /** As product 1.2 writes it: `/management/companies/{companyId}/update`. */
  readonly path: string;
  /** Other addresses of the same screen, with the same parameters; links stay on the current one. */
  readonly also?: readonly string[];
  /** Text key of the document's title; its area's texts come with the screen. */
  readonly title: string;
  /** Other areas whose texts the screen shows, as where it has parts of theirs. */
  readonly texts?: readonly string[];
  /** Fetches the component when it is first needed: `async () => (await import('./x.tsx')).X`. */
  readonly load: () => Promise<ComponentType>;
  /**
   * Addresses that the screen asks first when nothing stands behind its `?`, exactly as it asks them, of a person with
   * these permissions: they are fetched beside its code when the portal opens on it.
   */
  readonly first?: (held: readonly string[]) => readonly string[];
  /** Puts the answers to `first` where the screen finds them, so that it is drawn once, with its data. */
  readonly ahead?: (asking: Asking) => Promise<unknown>;
  /** For everybody who is signed in; the guard asks for no permission. */
  readonly isForEverybody?: boolean;
  /** Prefix of the permission that the guard derives; `core` where none is named (§A1). */
  readonly prefix?: string;
  /** Replaces the resource's name in that permission, where it is not the route's without hyphens. */
  readonly permission?: string;
  /** Scope that the permission must have. */
  readonly suffix?: ScopeName;
  /** Screens shown inside this one, at its `<Outlet />`, behind its guard and their own. Paths are relative. */
  readonly tabs?: readonly Tab[];
}

/** A part of a screen with an address of its own; the first that opens is where the bare address leads. */
export interface Tab {
  /** Last part of the address: `administrations`. */
  readonly path: string;
  /** What it needs beyond the screen itself; a pipe stands between alternatives. */
  readonly permission?: string;
  readonly load: () => Promise<ComponentType>;
}

/** Values for the `{places}` of a path. */
export type ScreenParams = Readonly<Record<string, string>>;
/** Pairs behind the `?`; an undefined or empty value takes the pair away. */
export type SearchChange = Readonly<Record<string, string | undefined>>;

/** Fills the places of a screen's path, percent-encoded. */
export function fillPath(path: string, params: ScreenParams = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`no value for ${name} in ${path}`);
    return encodeURIComponent(value);
  });
}

/** A screen's path as the router spells it: `/management/companies/$companyId`. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, '$$$1');
}

/** How the router reads and writes what stands behind the `?`: plain texts, no JSON. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch(search: Record<string, unknown>): string {
    const text = new URLSearchParams(textsOf(search)).toString();
    return text === '' ? '' : `?${text}`;
  },
};

const ScreensContext = createContext<ReadonlyMap<string, Screen> | null>(null);

/** Makes the table of screens known, so that areas can point at each other by name. */
export function ScreensProvider({ screens, children }: { screens: readonly Screen[]; children: ReactNode }) {
  const byName = useMemo(() => new Map(screens.map((screen) => [screen.name, screen])), [screens]);
  return <ScreensContext value={byName}>{children}</ScreensContext>;
}

function useScreens(): ReadonlyMap<string, Screen> {
  const screens = use(ScreensContext);
  if (screens === null) throw new Error('this needs a ScreensProvider above it');
  return screens;
}

/** Whether a screen of that name exists in this product; nothing may point at one that does not. */
export function useHasScreen(): (name: ScreenName) => boolean {
  const screens = useScreens();
  return useCallback((name) => screens.has(name), [screens]);
}

/** The address of a screen by its name: `const pathTo = usePathTo(); pathTo('companies:detail', { companyId })`. */
export function usePathTo(): (name: ScreenName, params?: ScreenParams) => string {
  const screens = useScreens();
  const router = useRouter();
  return useCallback(
    (name, params) => {
      const screen = screens.get(name);
      if (screen === undefined) throw new Error(`there is no screen ${name}`);
      return fillPath(nearestPath(screen, router.state.location.pathname), params);
    },
    [screens, router],
  );
}

/** The address of a screen that begins as the current one does; its own where none does. */
export function nearestPath({ path, also = [] }: Pick<Screen, 'path' | 'also'>, here: string): string {
  const start = (of: string) => `/${of.split('/')[1] ?? ''}/`;
  return [path, ...also].find((one) => here.includes(start(one))) ?? path;
}

/** Goes to a screen by its name: `const go = useGo(); go('companies:detail', { companyId: row.id })`. */
export function useGo(): (name: ScreenName, params?: ScreenParams, options?: { replace?: boolean }) => void {
  const pathTo = usePathTo();
  const navigate = useNavigate();
  return useCallback(
    (name, params, { replace = false } = {}) => void navigate({ to: pathTo(name, params), replace }),
    [navigate, pathTo],
  );
}

interface ScreenLinkProps extends Omit<LinkComponentProps, 'to' | 'params' | 'search'> {
  readonly to: ScreenName;
  readonly params?: ScreenParams;
}

/** A real link to a screen by its name: `<ScreenLink to="companies:detail" params={{ companyId }}>…</ScreenLink>`. */
export function ScreenLink({ to, params, ...rest }: ScreenLinkProps) {
  const pathTo = usePathTo();
  return <Link {...rest} to={pathTo(to, params)} />;
}

/** The value of a place in the current address: `useParam('companyId')`. */
export function useParam(name: string): string {
  const params: unknown = useParams({ strict: false });
  const value: unknown =
    typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  if (typeof value !== 'string') throw new Error(`the address has no ${name}`);
  return value;
}

type UrlState = readonly [
  values: Readonly<Record<string, string | undefined>>,
  change: (changes: SearchChange, options?: { push?: boolean }) => void,
];

const ownState = createContext<UrlState | null>(null);

/**
 * Gives what stands in it a state of its own in place of the address: for a list in a dialog, which must not move the
 * list below it. It ends with the dialog.
 */
export function OwnUrlState({ children }: { readonly children: ReactNode }) {
  const [values, setValues] = useState<Record<string, string>>({});
  const change = useCallback(
    (changes: SearchChange) => setValues((before) => textsOf({ ...before, ...changes })),
    [],
  );
  return (
    <ownState.Provider value={useMemo(() => [values, change], [values, change])}>
      {children}
    </ownState.Provider>
  );
}

/**
 * The pairs behind the `?`, as plain texts, and the way to change some of them. Changes replace the entry in the
 * history unless `push` is asked for, so that Back leaves the list and not its last letter.
 *
 * @example
 * const [search, setSearch] = useUrlState();
 * setSearch({ page: '2' });
 */
export function useUrlState(): UrlState {
  const navigate = useNavigate();
  const search: unknown = useSearch({ strict: false });
  const values = useMemo(() => textsOf(search), [search]);
  const change = useCallback(
    (changes: SearchChange, { push = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: unknown) => textsOf({ ...textsOf(before), ...changes }),
        replace: !push,
        resetScroll: false,
      }),
    [navigate],
  );
  return use(ownState) ?? [values, change];
}

function textsOf(search: unknown): Record<string, string> {
  const pairs = typeof search === 'object' && search !== null ? Object.entries(search) : [];
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== ''),
  );
}
