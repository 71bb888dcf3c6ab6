import { useState } from 'react';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { download } from '#portal/kit/data/download.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { Order } from './order.ts';

/** The papers of an order as PDF, made by the server. */
export function usePaper({ id, number }: Order) {
  const text = useText();
  const http = useHttp();
  const [isLoading, setLoading] = useState(false);
  async function save(paper: 'confirmation' | 'packing-slip') {
    setLoading(true);
    try {
      await download(http, `/api/${carpetOrders.path}/${id}/${paper}`, `${paper}-${number}.pdf`);
    } catch (error) {
      if (error instanceof Error) notify({ ...errorWords(error, text), meaning: 'bad' });
    } finally {
      setLoading(false);
    }
  }
  return { isLoading, save: (paper: 'confirmation' | 'packing-slip') => void save(paper) };
}
