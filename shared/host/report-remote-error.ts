/** Tells every copy of the plugin in the page. */
export const caughtEvent = 'portico-caught'

declare global {
  interface WindowEventMap {
    [caughtEvent]: CustomEvent<{ readonly error: unknown; readonly remote: string | undefined }>
  }
}

/**
 * Reports an error that an error boundary has caught: a page that broke is no healthy one. `remote`: whose part of the page it was, for
 * errors whose stack doesn't lead to it.
 */
export function reportRemoteError(error: unknown, remote?: string): void {
  dispatchEvent(new CustomEvent(caughtEvent, { detail: { error, remote } }))
}
