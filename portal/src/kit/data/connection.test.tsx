import { screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { retryWhenBack } from './connection.ts';
import { NetworkError } from './http.ts';

let isLost = true;

function Words() {
  const { data } = useQuery({
    queryKey: ['words'],
    retry: false,
    queryFn: async () => {
      if (isLost) throw new NetworkError('away');
      return 'terug';
    },
  });
  return <p>{data ?? 'niets'}</p>;
}

test('what failed without a connection is asked again by itself, with a sentence meanwhile', async () => {
  const { client } = await renderScreen(Words);
  const stop = retryWhenBack(client);
  void client.refetchQueries();
  await screen.findByText(/Geen verbinding\. We proberen het vanzelf opnieuw/);
  isLost = false;
  await screen.findByText('terug', undefined, { timeout: 6000 });
  await waitFor(() => expect(screen.queryByText(/Geen verbinding/)).toBeNull());
  stop();
});
