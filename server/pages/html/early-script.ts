import { displayPreferencesScript } from '@portico/shared/apply-display-preferences.ts'
import { earlyInputScript } from '@portico/shared/record-early-input.ts'
import { startScriptsScript } from '@portico/shared/start-scripts.ts'

/** The inline script of every page, which runs before the first paint. */
export const earlyScript: string = [displayPreferencesScript, earlyInputScript, startScriptsScript].join(';')
