import { Button } from '@mantine/core';
import { IconCircleCheck, IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import type { SignInSession } from '#contract/identity/security.ts';
import { useSession } from '#portal/kit/data/session.tsx';
import { Card } from '#portal/kit/detail/card.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText, type Text } from '#portal/kit/text.ts';
import { deviceName } from './device-name.ts';
import { deviceOf } from '#contract/identity/device.ts';
import { useEndSession } from './use-security.ts';
import styles from './security.module.css';

/** The devices that the person is signed in on, and the way to end them. */
export function SessionsCard({ sessions }: { readonly sessions: readonly SignInSession[] }) {
  const text = useText();
  const session = useSession();
  const endSession = useEndSession();
  const showFailure = useFailureDialog();

  async function end(id: string | null) {
    try {
      await endSession.mutateAsync(id);
      notify({ title: text('identity.security.ended'), meaning: 'ok' });
    } catch (error) {
      showFailure(error);
    }
  }

  async function leave() {
    const isSure = await confirm({
      title: text('identity.security.leaveTitle'),
      body: text('identity.security.leaveBody'),
      verb: text('identity.security.end'),
      isDanger: true,
    });
    if (isSure) session.logout();
  }

  return (
    <Card
      title={text('identity.security.sessions')}
      count={sessions.length}
      actions={
        sessions.length > 1 && (
          <Button
            size="compact-sm"
            color="red"
            leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />}
            onClick={() => void end(null)}
          >
            {text('identity.security.endOthers')}
          </Button>
        )
      }
    >
      <ul className={styles.sessions}>
        {sessions.map((one) => {
          const name = deviceName(one.userAgent, text);
          const Icon = deviceOf(one.userAgent ?? '').isPhone ? IconDeviceMobile : IconDeviceDesktop;
          return (
            <li key={one.id}>
              <Icon size={20} stroke={1.75} aria-hidden />
              <span className={styles.device}>
                <span className={styles.deviceName}>
                  <strong>{name}</strong>
                  {one.isCurrent && (
                    <StatusChip
                      meaning="ok"
                      icon={IconCircleCheck}
                      word={text('identity.security.current')}
                    />
                  )}
                </span>
                <span className="balie-empty">
                  {[one.ip, howOf(one, text)].filter(Boolean).join(', ')}
                  {one.startedAt !== null && (
                    <>
                      {', '}
                      {text('identity.security.since')} <DateText value={one.startedAt} />
                    </>
                  )}
                </span>
              </span>
              <Button
                size="compact-sm"
                aria-label={text('identity.security.endName', { name, ip: one.ip ?? '' })}
                onClick={() => void (one.isCurrent ? leave() : end(one.id))}
              >
                {text('identity.security.end')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function howOf({ methods }: SignInSession, text: Text): string {
  if (methods.includes('dir')) return text('identity.security.how.dir');
  if (methods.includes('pop'))
    return text(methods.includes('pwd') ? 'identity.security.how.pwdPop' : 'identity.security.how.pop');
  if (methods.includes('otp')) return text('identity.security.how.otp');
  if (methods.includes('rec')) return text('identity.security.how.rec');
  return methods.includes('pwd') ? text('identity.security.how.pwd') : '';
}
