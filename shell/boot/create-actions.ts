import { logoutPath } from '@portico/kit/account/account-pages.ts'
import type { Host, HostAction } from '@portico/kit/contract/contract.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { getWhatsAppLink } from '@portico/kit/site/whatsapp-link.ts'
import { themeActions } from '../layout/theme/theme-actions.ts'

interface ActionOptions {
  readonly site: Pick<Site, 'name' | 'phone'>
  readonly navigate: Host['navigate']
}

/** The commands of the site, for its search. */
export function createActions({ site, navigate }: ActionOptions): HostAction[] {
  return [
    ...themeActions,
    {
      name: `Message ${site.name} on WhatsApp`,
      keywords: ['chat', 'contact', 'write'],
      run: () => window.open(getWhatsAppLink(site.phone), '_blank', 'noopener'),
    },
    { name: 'Log out', keywords: ['logout', 'sign out'], run: () => navigate(logoutPath) },
  ]
}
