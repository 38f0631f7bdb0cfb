import { displayPreferencesScript } from '@portico/shared/apply-display-preferences.ts'
import { earlyInputScript } from '@portico/shared/record-early-input.ts'

/**
 * The inline script of every page, which runs before the first paint. `data-preferences`: the page's styles depend on display preferences.
 * Others don't wait for local storage, which another process reads from disk.
 */
export const earlyScript: string = [
  `'preferences'in document.currentScript.dataset&&${displayPreferencesScript}`,
  earlyInputScript,
].join(';')
