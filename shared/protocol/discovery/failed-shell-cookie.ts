/**
 * The cookie with the release of the shell that has just failed in this browser. For a while, the server sends pages of the shell's fallback instead.
 * The tab's name says the same, also without cookies. Without schemas, which pages don't need.
 */
export const failedShellCookie = 'portico_failed_shell'
