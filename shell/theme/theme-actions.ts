import type { HostAction } from '@portico/shared/contract/contract.ts'
import { chooseTheme } from './theme.ts'

/** The themes as things to do. */
export const themeActions: readonly HostAction[] = [
  { name: 'Use the light theme', run: () => chooseTheme('light') },
  { name: 'Use the dark theme', run: () => chooseTheme('dark') },
  { name: 'Use the theme of the system', run: () => chooseTheme('system') },
]
