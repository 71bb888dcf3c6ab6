import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { startTypedAhead } from './typed-ahead.ts';

test('what is typed before the field is there is stored, and works as no key of the screen', async () => {
  const user = userEvent.setup();
  const keyOfTheScreen = vi.fn();
  window.addEventListener('keydown', keyOfTheScreen);
  const end = startTypedAhead();
  await user.keyboard('zalx{Backspace}land');
  expect(keyOfTheScreen).not.toHaveBeenCalled();
  expect(end()).toBe('zalland');
  await user.keyboard('a');
  expect(keyOfTheScreen).toHaveBeenCalledTimes(1);
  expect(end()).toBe('');
  window.removeEventListener('keydown', keyOfTheScreen);
});
