import { resetView } from '@portico/kit/account/account-pages.ts'
import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'
import { resetTitle } from './titles.ts'

export const getMetadata: GetMetadata = ({ page }) => [
  {
    address: `${page.path}?${resetView}`,
    title: resetTitle,
    description: 'Set a new password with a link from an email.',
  },
]
