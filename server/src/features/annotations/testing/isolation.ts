import type { BuildForeign, Isolation } from '#server/app/testing/isolation-types.ts';
import { buildOrder } from '#server/features/workorders/testing/factories.ts';
import { newId } from '#server/platform/db/ids.ts';

const entity: BuildForeign = async ({ db }, { companyId }) => ({
  entityId: (await buildOrder(db, { companyId })).id,
  id: newId(),
});
const reason = 'the permission is that of the owning record: checked in the service';

export const annotationIsolation: Isolation = {
  foreign: {
    '/api/shared/entities/:entityId/notes/:id': entity,
    '/api/shared/entities/:entityId/attachments/:id': entity,
  },
  bodies: {
    '/api/shared/entities/:entityId/notes': { description: 'X' },
    '/api/shared/entities/:entityId/attachments': { name: 'x.txt', content: 'data:;base64,WA==' },
  },
  personal: {
    '/api/shared/entities/:entityId/notes': reason,
    '/api/shared/entities/:entityId/notes/:id': reason,
    '/api/shared/entities/:entityId/attachments': reason,
    '/api/shared/entities/:entityId/attachments/:id': reason,
    '/api/shared/entities/:entityId/attachments/:id/file': reason,
  },
};
