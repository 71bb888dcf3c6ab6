import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { formatNumber } from '#contract/money.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { whenIdle } from '#portal/kit/when-idle.ts';
import styles from './sidebar.module.css';

const answer = z.object({ metadata: z.object({ count: z.number() }) });

/** How much waits behind a line of the menu, by the list that it leads to; nothing while nothing waits. */
export function Waiting({ path }: { readonly path: string }) {
  const text = useText();
  const http = useHttp();
  const language = useLanguage();
  const count = useQuery({
    // The list's own key, so that what changes the list counts again.
    queryKey: [...useKeyStart(), path, 'waiting'],
    async queryFn({ signal }) {
      // The screen in view goes first.
      await whenIdle();
      const asked = http.call(`/api/${path}?$top=1&$count=true`, answer, { signal });
      // A menu without its count is a menu.
      return asked.then(
        ({ metadata }) => metadata.count,
        () => 0,
      );
    },
  });
  if (!count.data) return null;
  return (
    <span className={styles['waiting']}>
      {formatNumber(count.data, language)}
      <span className="balie-hidden"> {text('shell.menu.waiting')}</span>
    </span>
  );
}
