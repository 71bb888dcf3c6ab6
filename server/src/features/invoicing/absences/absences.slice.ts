import { absences } from '#contract/invoicing/approval-flows.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { findById } from './absences.repository.ts';
import { absencesService } from './absences.service.ts';

export const absenceSlice = slice({
  resource: absences,
  service: absencesService,
  history: historyBy(findById),
  // Who stood in is in the history of each decision.
  trash: 'none',
  exports: 'none',
});
