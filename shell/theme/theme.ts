import {
  parseThemeCookie,
  type Theme,
  ThemeSchema,
  themeColors,
  themeCookie,
  themes,
} from '@portico/shared/theme.ts'
import * as v from 'valibot'

/** What a visitor can choose. */
export type ThemeChoice = Theme | 'system'

const ThemeChoiceSchema = v.union([ThemeSchema, v.literal('system')])
const oneYearSeconds = 31_536_000

/** The choice that the page shows. The server wrote it on the root, where styles follow it without a script. */
export function readTheme(): ThemeChoice {
  const parsed = v.safeParse(ThemeSchema, document.documentElement.dataset.theme)
  return parsed.success ? parsed.output : 'system'
}

/** Shows a choice at once, keeps it for the next page load and tells the other tabs. */
export function chooseTheme(choice: ThemeChoice): void {
  const age = choice === 'system' ? 0 : oneYearSeconds
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the build aims at
  document.cookie = `${themeCookie}=${choice}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  showTheme(choice)
  tellOtherTabs(choice)
}

/** Calls `listener` after every change; returns how to stop. */
export function subscribeTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Follows what other tabs choose, also while this page lay in the browser's back/forward cache. Returns how to stop. */
export function followTheme(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('storage', ({ key, newValue }) => followStorage(key, newValue), { signal })
  addEventListener(
    'pageshow',
    ({ persisted }) => persisted && showTheme(parseThemeCookie(document.cookie) ?? 'system'),
    {
      signal,
    },
  )
  return () => listening.abort()
}

function followStorage(key: string | null, value: string | null): void {
  const parsed = v.safeParse(ThemeChoiceSchema, value)
  if (key === themeCookie && parsed.success) showTheme(parsed.output)
}

function showTheme(choice: ThemeChoice): void {
  const { dataset } = document.documentElement
  if (choice === 'system') delete dataset.theme
  else dataset.theme = choice
  for (const theme of themes) {
    const bar = document.querySelector(`meta[name="theme-color"][media*="${theme}"]`)
    bar?.setAttribute('content', themeColors[choice === 'system' ? theme : choice])
  }
}

/** Local storage is only the bell: what is kept is the cookie, which the server can read. */
function tellOtherTabs(choice: ThemeChoice): void {
  try {
    localStorage.setItem(themeCookie, choice)
    localStorage.removeItem(themeCookie)
  } catch {
    // Forbidden or full: other tabs follow at their next page load.
  }
}
