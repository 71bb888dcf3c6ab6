import type { deliverySettings } from '#contract/invoicing/deliveries.ts';
import type { Rec } from '#contract/resource.ts';

type Settings = Rec<typeof deliverySettings>;

/** How an administration delivers, as the server gives it. */
export function buildSettings(seed: Partial<Settings> = {}): Settings {
  return {
    id: 'a1',
    companyId: 'c1',
    administration: { name: 'Holding' },
    coupling: 'exact',
    hasExporter: true,
    isAutomatic: false,
    takenFrom: null,
    pace: 'hand',
    target: 'download',
    mailAddress: '',
    folderRoot: '',
    folder: '',
    sftpHost: '',
    sftpPort: 22,
    sftpUser: '',
    sftpFolder: '',
    sftpHostKey: '',
    hasSftpSecret: false,
    webhookUrl: '',
    hasWebhookSecret: true,
    waitSeconds: 60,
    maxTries: 8,
    journal: '',
    awaitsReceipt: false,
    requiresMapping: false,
    readyCount: 14,
    rowVersion: 3,
    ...seed,
  };
}
