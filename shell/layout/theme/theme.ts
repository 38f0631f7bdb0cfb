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
export type ThemePreference = Theme | 'system'

const ThemePreferenceSchema = v.union([ThemeSchema, v.literal('system')])
const oneYearSeconds = 31_536_000

/** The choice that the page shows. The server wrote it on the root, where styles follow it without a script. */
export function readTheme(): ThemePreference {
  const parsed = v.safeParse(ThemeSchema, document.documentElement.dataset.theme)
  return parsed.success ? parsed.output : 'system'
}

/** Shows a choice at once, keeps it for the next page load and tells the other tabs. */
export function setTheme(choice: ThemePreference): void {
  const age = choice === 'system' ? 0 : oneYearSeconds
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the build aims at
  document.cookie = `${themeCookie}=${choice}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  applyTheme(choice)
  notifyOtherTabs(choice)
}

/** Calls `listener` after every change; returns how to stop. */
export function subscribeTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Follows what other tabs choose, also while this page lay in the browser's back/forward cache. Returns how to stop. */
export function syncTheme(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('storage', ({ key, newValue }) => handleStorage(key, newValue), { signal })
  addEventListener(
    'pageshow',
    ({ persisted }) => persisted && applyTheme(parseThemeCookie(document.cookie) ?? 'system'),
    {
      signal,
    },
  )
  return () => listening.abort()
}

function handleStorage(key: string | null, value: string | null): void {
  const parsed = v.safeParse(ThemePreferenceSchema, value)
  if (key === themeCookie && parsed.success) applyTheme(parsed.output)
}

function applyTheme(choice: ThemePreference): void {
  const { dataset } = document.documentElement
  if (choice === 'system') delete dataset.theme
  else dataset.theme = choice
  for (const theme of themes) {
    const bar = document.querySelector(`meta[name="theme-color"][media*="${theme}"]`)
    bar?.setAttribute('content', themeColors[choice === 'system' ? theme : choice])
  }
}

/** Local storage is only the bell: what is kept is the cookie, which the server can read. */
function notifyOtherTabs(choice: ThemePreference): void {
  try {
    localStorage.setItem(themeCookie, choice)
    localStorage.removeItem(themeCookie)
  } catch {
    // Forbidden or full: other tabs follow at their next page load.
  }
}
