// The screens stand in a file without code: the first script reads them before any library is there. For the same
// reason nothing is written here: only what is re-exported stays apart from its neighbours.
export { coreScreens } from './screens.ts';
export { ListTools } from './lists/lazy-list-tools.tsx';
export { choiceFilter } from './lists/choice-filter.ts';
export { ResourceList } from './lists/resource-list.tsx';
export {
  loadCompanyFilter,
  loadHistoryDialog,
  loadHistoryLines,
  loadHistoryTab,
  loadInviteDialog,
  loadListTools,
  loadSearch,
} from './loaders.ts';
