import type { Http } from './http.ts';

/**
 * Opens a file of the server in a tab of its own; what browsers do not show is saved. Call it during a click, since
 * browsers allow no tab later.
 *
 * @throws as `http.open`; the tab is closed again
 */
export async function openInTab(http: Http, url: string): Promise<void> {
  // Before the answer: later the browser would block it.
  const tab = window.open('', '_blank');
  try {
    const response = await http.open(url);
    const object = URL.createObjectURL(await response.blob());
    if (tab) tab.location.href = object;
    setTimeout(() => URL.revokeObjectURL(object), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
