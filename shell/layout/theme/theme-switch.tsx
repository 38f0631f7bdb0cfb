import { themeCookie } from '@portico/protocol/theme.ts'
import { useSyncExternalStore } from 'react'
import { readTheme, setTheme, subscribeTheme, type ThemePreference } from './theme.ts'
import styles from './theme-switch.module.css'

const choices: readonly { choice: ThemePreference; label: string; drawing: string }[] = [
  {
    choice: 'light',
    label: 'Light',
    drawing:
      'M12 8.25a3.75 3.75 0 1 1 0 7.5 3.75 3.75 0 0 1 0-7.5M12 2.75v1.5m0 15.5v1.5M2.75 12h1.5m15.5 0h1.5M5.45 5.45l1.1 1.1m10.9 10.9 1.1 1.1m0-13.1-1.1 1.1m-10.9 10.9-1.1 1.1',
  },
  {
    choice: 'system',
    label: 'System',
    drawing:
      'M4.5 4.75h15a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-9.5a1 1 0 0 1 1-1M9 20h6M12 16.5V20',
  },
  {
    choice: 'dark',
    label: 'Dark',
    drawing: 'M19.75 14.6A8.25 8.25 0 0 1 9.4 4.25a8.25 8.25 0 1 0 10.35 10.35',
  },
]

/** Switches between the light, dark and system themes; tokens.css applies the choice, so it works before hydration. */
export function ThemeSwitch() {
  const current = useSyncExternalStore(subscribeTheme, readTheme, () => null) // then any is a choice
  return (
    <fieldset className={styles.switch}>
      <legend className="sr-only">Theme</legend>
      {choices.map(({ choice, label, drawing }) => (
        <label key={choice} className={styles.option} title={label}>
          <input
            className={styles.radio}
            type="radio"
            name={themeCookie}
            autoComplete="off" // a browser that restored an earlier choice would undo a later one
            value={choice}
            checked={current === choice}
            onChange={() => setTheme(choice)}
          />
          <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
            <path d={drawing} />
          </svg>
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
