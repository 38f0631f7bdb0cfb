import type { HostAction } from '@portico/shared/contract/contract.ts'
import { setTheme } from './theme.ts'

/** The themes as things to do. */
export const themeActions: readonly HostAction[] = [
  { name: 'Use the light theme', run: () => setTheme('light') },
  { name: 'Use the dark theme', run: () => setTheme('dark') },
  { name: 'Use the theme of the system', run: () => setTheme('system') },
]
