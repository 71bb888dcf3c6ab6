import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import { isCounting, isPrinting, runLooks, type RunRow } from './billing-run.ts';

/** The state of a run, with the progress of its job. */
export function RunState({ run }: { readonly run: RunRow }) {
  const text = useText();
  const { state, figures, papers } = run;
  const going = isCounting(run) ? figures : isPrinting(run) ? papers : undefined;
  return (
    <>
      <StatusChip {...runLooks[state]} word={text(`billing.billingRuns.stateName.${state}`)} />
      {going && (
        <span className="balie-empty">
          {' '}
          {going.total === 0 ? 0 : Math.floor((going.done / going.total) * 100)}%
        </span>
      )}
    </>
  );
}
