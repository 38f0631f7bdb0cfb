import * as v from 'valibot'
import { readCookie } from './read-cookie.ts'

/** The themes of the site; the default is the system's. */
export const themes = ['light', 'dark'] as const

/** A chosen theme, as in the cookie and in `data-theme` on the root element. */
export const ThemeSchema = v.picklist(themes)
export type Theme = v.InferOutput<typeof ThemeSchema>

/** The cookie of the choice, which the server writes into the page before the first paint. */
export const themeCookie = 'portico.theme'

/** Background colour of each theme, for the browser's toolbar; the same as the shell's `--color-bg`. */
export const themeColors: Readonly<Record<Theme, string>> = { light: '#f6f6f3', dark: '#0e1013' }

/** Parses the theme from a `Cookie` header or `document.cookie`. null: missing or unknown. */
export function parseThemeCookie(cookies = ''): Theme | null {
  const value = readCookie(cookies, themeCookie)
  return v.is(ThemeSchema, value) ? value : null
}
