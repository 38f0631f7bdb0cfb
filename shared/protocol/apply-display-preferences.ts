import { displayPreferencePrefix } from '@portico/kit/display-preference.ts'

/** Runs in the page as text, so it uses nothing from outside. */
function applyPreferences(prefix: string): void {
  try {
    for (const [name, choice] of Object.entries<string>(localStorage))
      if (name.startsWith(prefix))
        document.documentElement.setAttribute(`data-${name.slice(prefix.length)}`, choice)
  } catch {
    // Storage is blocked: every preference has its default.
  }
}

/** The inline script that applies visitors' display preferences before the first paint. */
export const displayPreferencesScript =
  `(${applyPreferences})(${JSON.stringify(displayPreferencePrefix)})`.replace(/ +/g, ' ') // removed by type stripping
