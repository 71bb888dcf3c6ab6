import { useMemo } from 'react';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { type InvoicePlaces, invoicePlaces } from '#contract/invoicing/places.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import type { ViewerBox } from '#portal/kit/image-viewer/viewer-types.ts';
import { createStore, useStore } from '#portal/kit/store.ts';
import type { InvoicePage } from './use-invoice-pages.ts';

/** What of which invoice is shown on its page; the pages are drawn elsewhere than the values. */
interface Shown {
  readonly invoiceId: string;
  /** A property, or `line 3`. */
  readonly name: string;
  /** What it is called on screen. */
  readonly label: string;
  /** Counts clicks: the same one again scrolls again. */
  readonly click: number;
}

const shown = createStore<Shown | undefined>(undefined);

/** Where the values of an invoice stand on its pages. */
export function usePlaces(invoiceId: string | undefined) {
  return useAnswer(
    [invoices.path, 'places', invoiceId],
    `${collectionUrl(invoices, {})}/${encodeURIComponent(invoiceId ?? '')}/places`,
    invoicePlaces,
    { enabled: invoiceId !== undefined, staleTime: 60_000 },
  ).data;
}

/** Marks a value on its page. */
export function showPlace(invoiceId: string, name: string, label: string): void {
  shown.set({ invoiceId, name, label, click: (shown.get()?.click ?? 0) + 1 });
}

/** Which value is marked, for the button that shows it. */
export function useIsShown(invoiceId: string, name: string): boolean {
  const now = useStore(shown);
  return now?.invoiceId === invoiceId && now.name === name;
}

/** What is marked of an invoice, and what it is called. */
export function useShown(invoiceId: string | undefined): Omit<Shown, 'click'> | undefined {
  const now = useStore(shown);
  return now?.invoiceId === invoiceId ? now : undefined;
}

/** The name of a line of the invoice. */
export const lineName = (number: number) => `line ${number}`;

/** The box of the value that is shown, on the pages of its invoice. */
export function useShownBox(
  invoiceId: string | undefined,
  pages: readonly InvoicePage[],
): ViewerBox | undefined {
  const now = useStore(shown);
  const here = now?.invoiceId === invoiceId ? now : undefined;
  const places = usePlaces(here?.invoiceId);
  return useMemo(() => {
    const found = here && places && placeOf(places, here.name);
    const page = found && pages.find(({ number }) => number === found.page);
    if (!here || !found || !page) return undefined;
    const [left, top, right, bottom] = found.box;
    return {
      id: `${here.name} ${here.click}`,
      page: page.id,
      label: found.label,
      x: left,
      y: top,
      width: right - left,
      height: bottom - top,
      kind: 'mark',
      meaning: 'warn',
    };
  }, [here, places, pages]);
}

function placeOf({ values, lines }: InvoicePlaces, name: string) {
  const value = values.find(({ property }: { property: DocumentProperty }) => property === name);
  if (value) return { ...value, label: value.raw };
  const line = lines.find(({ number }) => lineName(number) === name);
  return line && { ...line, label: line.description };
}
