export const ExportTimes = () => null;
