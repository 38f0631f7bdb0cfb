import { resetView } from '@portico/shared/account/account-pages.ts'
import type { GetMetadata } from '@portico/shared/release/page-metadata.ts'
import { resetTitle } from './titles.ts'

export const getMetadata: GetMetadata = ({ page }) => [
  {
    address: `${page.path}?${resetView}`,
    title: resetTitle,
    description: 'Set a new password with a link from an email.',
  },
]
