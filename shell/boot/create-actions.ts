import { logoutPath } from '@portico/kit/account/account-pages.ts'
import type { Host, HostAction } from '@portico/kit/contract/contract.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { getWhatsAppLink } from '@portico/kit/site/whatsapp-link.ts'
import { setTheme } from '../layout/theme/theme.ts'

/** The commands of the site, for its search. */
export function createActions(
  site: Pick<Site, 'name' | 'phone'>,
  { navigate }: Pick<Host, 'navigate'>,
): HostAction[] {
  return [
    { name: 'Use the light theme', run: () => setTheme('light') },
    { name: 'Use the dark theme', run: () => setTheme('dark') },
    { name: 'Use the system theme', run: () => setTheme('system') },
    {
      name: `Message ${site.name} on WhatsApp`,
      keywords: ['chat', 'contact', 'write'],
      run: () => window.open(getWhatsAppLink(site.phone), '_blank', 'noopener'),
    },
    { name: 'Log out', keywords: ['logout', 'sign out'], run: () => navigate(logoutPath) },
  ]
}
