import type { HostAction } from '@portico/kit/contract/contract.ts'
import { setTheme } from './theme.ts'

/** The commands that switch the theme. */
export const themeActions: readonly HostAction[] = [
  { name: 'Use the light theme', run: () => setTheme('light') },
  { name: 'Use the dark theme', run: () => setTheme('dark') },
  { name: 'Use the system theme', run: () => setTheme('system') },
]
