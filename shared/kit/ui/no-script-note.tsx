import type { ReactNode } from 'react'
import styles from './no-script-note.module.css'

/** Says what a visitor without JavaScript can't do here. Hide the controls themselves by `@media (scripting: none)`. */
export function NoScriptNote({ children }: { readonly children: ReactNode }) {
  return (
    <noscript>
      <p className={styles.note}>{children}</p>
    </noscript>
  )
}
