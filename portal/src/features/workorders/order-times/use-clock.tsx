import { useState } from 'react';
import { ProblemError } from '#portal/kit/data/http.ts';
import { confirm, showMessage } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';
import { clockText } from './order-times.rules.ts';
import { useMinutesOf, useTimer } from './use-timer.ts';

const UntilDialog = lazyPart(async () => (await import('./until-dialog.tsx')).UntilDialog);

/**
 * The person's clock with what is said about it: starting it stops the one on another order, stopping it writes hours,
 * and one that stopped counting asks until when. `dialog` must be drawn.
 */
export function useClock() {
  const text = useText();
  const { timer, start, stop, discard } = useTimer();
  const { minutes, needsEnd } = useMinutesOf(timer);
  // Undefined is no dialog; an order is where the clock goes on after the answer.
  const [next, setNext] = useState<string | null>();

  function showFailure(error: unknown) {
    if (error instanceof ProblemError && error.kind === 'not-found')
      return void notify({ meaning: 'info', title: text('workorders.timer.stoppedElsewhere') });
    // The order of the clock takes no more hours, and may be deleted: the clock can be discarded here.
    if (timer && error instanceof ProblemError && error.kind === 'wrong-state')
      return void askToDiscard(error.body.detail);
    const { title, hint } = errorWords(error, text);
    void showMessage({ meaning: 'bad', title, body: hint });
  }
  const outcome = (title: string) => ({
    onSuccess: () => void notify({ meaning: 'ok', title }),
    onError: showFailure,
  });

  async function askToDiscard(reason = '') {
    const loss = text('workorders.timer.discardBody', { time: clockText(minutes) });
    const question = {
      title: text('workorders.timer.discardTitle'),
      body: `${reason} ${loss}`.trim(),
      verb: text('workorders.timer.discard'),
      isDanger: true,
    };
    if (await confirm(question)) discard.mutate(undefined, { onError: showFailure });
  }

  function startOn(workOrderId: string) {
    if (needsEnd && timer?.workOrderId !== workOrderId) return setNext(workOrderId);
    const words =
      timer && !needsEnd
        ? text('workorders.timer.moved', { number: timer.workOrder.yearNumber })
        : text('workorders.timer.started');
    start.mutate(workOrderId, outcome(words));
  }

  function stopNow() {
    if (timer === null) return;
    if (needsEnd) return setNext(null);
    stop.mutate({ workOrderId: timer.workOrderId }, outcome(text('workorders.timer.stopped')));
  }

  return {
    timer,
    minutes,
    needsEnd,
    isStarting: start.isPending,
    isStopping: stop.isPending,
    startOn,
    stopNow,
    askToDiscard,
    dialog: next !== undefined && timer !== null && (
      <UntilDialog
        timer={timer}
        onStop={stop.mutateAsync}
        onStopped={() => {
          setNext(undefined);
          if (next === null) void notify({ meaning: 'ok', title: text('workorders.timer.stopped') });
          else start.mutate(next, outcome(text('workorders.timer.started')));
        }}
        onDiscard={() => {
          setNext(undefined);
          void askToDiscard();
        }}
        onClose={() => setNext(undefined)}
      />
    ),
  };
}
