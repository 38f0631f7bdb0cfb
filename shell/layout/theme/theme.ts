import {
  parseThemeCookie,
  type Theme,
  ThemeSchema,
  themeColors,
  themeCookie,
  themes,
} from '@portico/protocol/theme.ts'
import * as v from 'valibot'
import { setCookie } from '../../set-cookie.ts'

/** A visitor's choice of theme. */
export type ThemePreference = Theme | 'system'

const ThemePreferenceSchema = v.union([ThemeSchema, v.literal('system')])

/** Reads the current choice from the root element, where the server writes it so that styles need no script. */
export function readTheme(): ThemePreference {
  const parsed = v.safeParse(ThemeSchema, document.documentElement.dataset.theme)
  return parsed.success ? parsed.output : 'system'
}

/** Applies a choice, saves it in the cookie and notifies other tabs. */
export function setTheme(choice: ThemePreference): void {
  setCookie(themeCookie, choice, choice === 'system' ? 0 : undefined)
  applyTheme(choice)
  notifyOtherTabs(choice)
}

/** Calls `listener` after every change. Returns a function that unsubscribes. */
export function subscribeTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Follows choices in other tabs, including those made while the page was in the back/forward cache. Returns a function that stops. */
export function syncTheme(): () => void {
  const controller = new AbortController()
  const { signal } = controller
  addEventListener('storage', ({ key, newValue }) => handleStorage(key, newValue), { signal })
  addEventListener(
    'pageshow',
    ({ persisted }) => persisted && applyTheme(parseThemeCookie(document.cookie) ?? 'system'),
    {
      signal,
    },
  )
  return () => controller.abort()
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
    const meta = document.querySelector(`meta[name="theme-color"][media*="${theme}"]`)
    meta?.setAttribute('content', themeColors[choice === 'system' ? theme : choice])
  }
}

/** A storage event notifies the other tabs. The cookie stores the choice, because the server must read it. */
function notifyOtherTabs(choice: ThemePreference): void {
  try {
    localStorage.setItem(themeCookie, choice)
    localStorage.removeItem(themeCookie)
  } catch {
    // Blocked or full: other tabs follow on their next page load.
  }
}
