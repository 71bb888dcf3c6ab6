import type { SearchHit } from '#contract/core/search.ts';
import { fold } from '#portal/kit/fold.ts';
import type { ScreenName, ScreenParams } from '#portal/kit/screens.tsx';

interface Place {
  readonly screen: ScreenName;
  /** Name of the place in the address that takes the hit's id, or its parent's. */
  readonly id?: string;
  readonly parent?: string;
  /** The pair behind the `?` that opens it where it stands in a list. */
  readonly pair?: string;
  /** The part of that screen where the hit stands, when it has no screen of its own. */
  readonly tab?: string;
}

// Where each kind is shown; the first screen that exists in this product.
const places: Readonly<Record<string, readonly Place[]>> = {
  'fmmodule.invoices': [{ screen: 'invoices:index', pair: 'open' }],
  'fmmodule.creditors': [{ screen: 'creditors:detail', id: 'creditorId' }],
  'fmmanagement.documents': [{ screen: 'documents:detail', id: 'documentId' }],
  'carpetline.orders': [{ screen: 'orders:detail', id: 'orderId' }],
  'fm.releases': [{ screen: 'releases:detail', id: 'releaseId' }],
  'comceptum.workorders': [{ screen: 'workorders:detail', id: 'workOrderId' }],
  'core.companies': [{ screen: 'companies:detail', id: 'companyId' }],
  'core.customerrelations': [{ screen: 'customer-relations:detail', id: 'customerRelationId' }],
  'core.contactpersons': [
    { screen: 'customer-relations:detail', parent: 'customerRelationId', tab: 'contact-persons' },
  ],
  'core.users': [
    { screen: 'users:detail', id: 'userId', parent: 'companyId' },
    { screen: 'companies:detail', parent: 'companyId', tab: 'users' },
  ],
};

/** The address of what was found; undefined for a kind that no screen shows. */
export function addressOf(
  { kind, id, parentId, title }: Pick<SearchHit, 'kind' | 'id' | 'parentId' | 'title'>,
  hasScreen: (name: ScreenName) => boolean,
  pathTo: (name: ScreenName, params?: ScreenParams) => string,
): string | undefined {
  const place = places[kind]?.find(({ screen }) => hasScreen(screen));
  if (place === undefined) return undefined;
  const params: Record<string, string> = {};
  if (place.id !== undefined) params[place.id] = id;
  if (place.parent !== undefined) params[place.parent] = parentId ?? '';
  const path = pathTo(place.screen, params);
  if (place.pair !== undefined) return `${path}?${place.pair}=${encodeURIComponent(id)}`;
  // On a tab the list is narrowed to the one that was found.
  return place.tab === undefined ? path : `${path}/${place.tab}?search=${encodeURIComponent(title)}`;
}

/** Screens whose name has every word, case and accents aside. */
export function matchScreens<T extends { readonly label: string }>(
  screens: readonly T[],
  query: string,
): readonly T[] {
  const words = fold(query).trim().split(/\s+/);
  return screens.filter(({ label }) => words.every((word) => fold(label).includes(word)));
}
