import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { carpetMail } from '#contract/carpetline/orders.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { Order } from './order.ts';
import styles from './order.module.css';

const url = '/api/carpetline/my-mail';
const answer = z.object({ result: carpetMail });

/** Whether whoever ordered is mailed when his orders change; his own choice, so shown on his own orders only. */
export function MailSwitch({ order }: { readonly order: Order }) {
  const { user } = useSessionState();
  return order.orderedBy.id === user.id ? <OwnSwitch /> : null;
}

function OwnSwitch() {
  const text = useText();
  const http = useHttp();
  const client = useQueryClient();
  const key = [...useKeyStart(), 'carpetline/my-mail'];
  const mail = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await http.call(url, answer, { signal })).result,
  });
  const change = useMutation({
    mutationFn: async (onChange: boolean) =>
      (await http.call(url, answer, { method: 'PUT', body: { onChange } })).result,
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      notify({ title: text(saved.onChange ? 'carpetline.mail.on' : 'carpetline.mail.off'), meaning: 'ok' });
    },
    onError: (error) => notify({ ...errorWords(error, text), meaning: 'bad' }),
  });
  if (mail.data === undefined) return null;
  return (
    <Switch
      className={styles.mail}
      label={text('carpetline.mail.label')}
      checked={mail.data.onChange}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
