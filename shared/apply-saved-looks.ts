import { lookPrefix } from './look.ts'

/** Runs in the page as text, so it uses nothing from outside. */
function applySavedLooks(prefix: string): void {
  try {
    for (const [name, choice] of Object.entries<string>(localStorage))
      if (name.startsWith(prefix))
        document.documentElement.setAttribute(`data-${name.slice(prefix.length)}`, choice)
  } catch {
    // Storage is blocked: every look has its default.
  }
}

/** The inline script that applies visitors' saved choices about the look of pages before the first paint. */
export const savedLooksScript = `(${applySavedLooks})(${JSON.stringify(lookPrefix)})`.replace(/ +/g, ' ') // removed by type stripping
