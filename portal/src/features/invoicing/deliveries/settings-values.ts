/** What the form holds: 'off', 'what is approved from now on' and 'also what is ready' are one choice on screen. */
export interface SettingsValues {
  readonly isAutomatic: string;
  readonly pace: string;
  readonly target: string;
  readonly mailAddress: string;
  readonly folderRoot: string;
  readonly folder: string;
  readonly sftpHost: string;
  readonly sftpPort: number | null;
  readonly sftpUser: string;
  readonly sftpFolder: string;
  readonly sftpHostKey: string;
  /** A new password or key; empty: the one that is stored. */
  readonly sftpSecret: string;
  readonly webhookUrl: string;
  readonly waitSeconds: number | null;
  readonly maxTries: number | null;
  readonly journal: string;
  readonly awaitsReceipt: boolean;
  readonly requiresMapping: boolean;
  readonly rowVersion: number;
}
