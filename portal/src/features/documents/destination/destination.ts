/** The company and administration that a file, or an export, is for. */
export interface Destination {
  readonly companyId?: string;
  /** Absent lets the server choose: the only one, or the one that the document names. */
  readonly administrationId?: string;
}
