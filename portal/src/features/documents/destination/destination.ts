/** The bookkeeping that a file, or an export, is meant for. */
export interface Destination {
  readonly companyId?: string;
  /** Absent lets the server choose: the only one, or by what the document says. */
  readonly administrationId?: string;
}
