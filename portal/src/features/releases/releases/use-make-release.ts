import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { useFailureNotice } from '#portal/kit/feedback/use-failure.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { releaseHooks } from './release.ts';

/** Makes a release of a build after asking, and opens it. */
export function useMakeRelease() {
  const text = useText();
  const go = useGo();
  const showFailure = useFailureNotice();
  const { mutateAsync: create, isPending } = releaseHooks.useCreate({});

  async function make({ version, build }: { readonly version: string; readonly build: string }) {
    const verb = text('releases.releases.create');
    if (!(await confirm({ title: verb, body: text('releases.releases.createQuestion'), verb }))) return;
    try {
      const { id } = await create({ version, build });
      go('releases:detail', { releaseId: id });
    } catch (error) {
      showFailure(error);
    }
  }

  return { make, isPending };
}
