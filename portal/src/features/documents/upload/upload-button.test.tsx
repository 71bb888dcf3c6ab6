import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { UploadButton } from './upload-button.tsx';
import { UploadZone } from './upload-zone.tsx';

const wide = window.matchMedia;

beforeEach(() => {
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') });
});
afterEach(() => {
  window.matchMedia = wide;
});

function Upload() {
  return (
    <UploadZone>
      <UploadButton />
    </UploadZone>
  );
}

test('on a phone the first press opens the choice between camera and file', async () => {
  const { user, findByRole, getByTestId } = await renderScreen(Upload, {
    may: ['fmmodule.documents.create.company'],
  });
  await user.click(await findByRole('button', { name: 'Foto of bestand' }));
  const picker = vi.spyOn(getByTestId('upload-files'), 'click');
  await user.click(await findByRole('menuitem', { name: 'Bestand kiezen' }));
  expect(picker).toHaveBeenCalledOnce();
});
