import { displayPreferencesScript } from '@portico/shared/apply-display-preferences.ts'
import { earlyInputScript } from '@portico/shared/record-early-input.ts'

/** The inline script of every page, which runs before the first paint. */
export const earlyScript: string = [displayPreferencesScript, earlyInputScript].join(';')
