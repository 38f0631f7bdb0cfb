/**
 * The Content-Security-Policy of a script of a release. It counts where a browser runs the script as a worker, which then loads
 * scripts and data of its own release, and nothing else. `folder` is the release's URL; `updates`, where a development build gets updates.
 * Opened as a document, a script is text.
 */
export function createScriptFilePolicy(folder: string, updates?: string): string {
  const connect = updates === undefined ? folder : `${folder} ${updates}`
  return `default-src 'none'; script-src ${folder}; connect-src ${connect}; frame-ancestors 'none'`
}
