import { oneOffLines } from '#contract/billing/one-off-lines.ts';
import { historyInTable, slice } from '#server/platform/resource/slice.ts';
import { oneOffLinesService } from './one-off-lines.service.ts';

export const oneOffLineSlice = slice({
  resource: oneOffLines,
  service: oneOffLinesService,
  history: historyInTable('one_off_lines'),
  trash: 'none',
  exports: 'none',
});
