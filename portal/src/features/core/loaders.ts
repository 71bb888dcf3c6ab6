// Parts of this area that other areas and the shell fetch when they need them.

/** Fetches the search over everything, for the top bar. */
export const loadSearch = async () => (await import('./search/search-dialog.tsx')).SearchDialog;

/** Fetches what every list has on the right, for lists that choose themselves when. */
export const loadListTools = async () => (await import('./saved-views/list-tools.tsx')).ListTools;

/** Fetches the dialog that invites a user, for areas that invite at an address of their own. */
export const loadInviteDialog = async () => (await import('./users/invite-dialog.tsx')).InviteDialog;

/** Fetches the history of a record for areas whose records have no tabs. */
export const loadHistoryDialog = async () => (await import('./history/history-dialog.tsx')).HistoryDialog;

/** Fetches the history of a record as a tab, for areas whose records have tabs. */
export const loadHistoryTab = async () => (await import('./history/history-tab.tsx')).HistoryTab;

/** Fetches lines of a history that came with their record. */
export const loadHistoryLines = async () => (await import('./history/history-lines.tsx')).HistoryLines;

/** Fetches the choice of a company, for lists of one company that staff look at. */
export const loadCompanyFilter = async () => (await import('./companies/company-filter.tsx')).CompanyFilter;
