import { savedLooksScript } from '@portico/shared/apply-saved-looks.ts'
import { earlyInputScript } from '@portico/shared/record-early-input.ts'

/** The inline script of every page, which runs before the first paint. */
export const earlyScript: string = [savedLooksScript, earlyInputScript].join(';')
