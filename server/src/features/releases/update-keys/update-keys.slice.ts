import { updateKeys } from '#contract/releases/updates.ts';
import { parentsOf } from '#server/platform/http/mount-resource.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { updateKeyRoutes } from './update-keys.routes.ts';
import { streamKeys, updateKeysService } from './update-keys.service.ts';

export const updateKeySlice = slice({
  resource: updateKeys,
  service: updateKeysService,
  routes: updateKeyRoutes,
  // Written, but not shown on its own.
  history: 'none',
  trash: 'none',
  exports: exportFields(
    'update-keys',
    (ctx, query, request) => streamKeys(ctx, query, parentsOf<typeof updateKeys>(request)),
    [
      ['name', 'text'],
      ['hint', 'text'],
      ['createdAt', 'instant'],
      ['createdBy', 'text'],
      ['lastUsedAt', 'instant'],
    ],
  ),
});
