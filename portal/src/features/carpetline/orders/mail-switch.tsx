import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { carpetMail } from '#contract/carpetline/orders.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { Order } from './order.ts';
import styles from './order.module.css';

const path = 'carpetline/my-mail';
const url = `/api/${path}`;

/** Whether the person who ordered is mailed when their orders change; shown to them only. */
export function MailSwitch({ order }: { readonly order: Order }) {
  const { user } = useSessionState();
  return order.orderedBy.id === user.id ? <OwnSwitch /> : null;
}

function OwnSwitch() {
  const text = useText();
  const client = useQueryClient();
  const key = [...useKeyStart(), path];
  const mail = useAnswer([path], url, carpetMail);
  const change = useVerb({
    call: (onChange: boolean) => ({ url, method: 'PUT', body: { onChange } }),
    result: carpetMail,
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
