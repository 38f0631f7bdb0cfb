import { failedShellCookie } from './failed-shell-cookie.ts'

declare global {
  interface Window {
    /**
     * Only in pages of a rollout of the shell (`watch-shell.ts`). With the folder of a shell that is going to change the document: returns
     * whether it may, because it is the page's. Without: it has mounted.
     */
    watchShell?: (folder?: string) => boolean
  }
}

/** Whether the shell whose files are in `folder` may start: not if another one has replaced it, because it was too late. */
export function mayStart(folder: string): boolean {
  return window.watchShell?.(folder) ?? true
}

/** The shell is on the screen. */
export function endShellWatch(): void {
  window.watchShell?.()
}

/** Whether the shell whose files are in `folder` had begun to change the document of this tab when it failed. */
export function hasFailed({ name }: Pick<Window, 'name'>, folder: string): boolean {
  return name.startsWith(`${failedShellCookie}=${folder.split('/').at(-2)};`)
}
