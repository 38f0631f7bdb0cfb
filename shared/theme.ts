import * as v from 'valibot'

/** The two themes of the site; a visitor who has chosen neither gets the system's. */
export const themes = ['light', 'dark'] as const

/** Shape of a chosen theme, as the cookie and `data-theme` on the page's root hold it. */
export const ThemeSchema = v.picklist(themes)
export type Theme = v.InferOutput<typeof ThemeSchema>

/** The cookie that keeps the choice, so that the server can write it into the page before the first paint. */
export const themeCookie = 'portico.theme'

/** Ground of the page in each theme, for the browser's own bars; the same as the shell's `--color-bg`. */
export const themeColors: Readonly<Record<Theme, string>> = { light: '#f6f6f3', dark: '#0e1013' }

/** The theme in a `Cookie` header, or in `document.cookie`. null: none is chosen, or what is there is no theme. */
export function parseThemeCookie(cookies: string | undefined): Theme | null {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${themeCookie}=`))?.slice(themeCookie.length + 1)
  const parsed = v.safeParse(ThemeSchema, value)
  return parsed.success ? parsed.output : null
}
