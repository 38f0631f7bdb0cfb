import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import { Link } from '@portico/kit/contract/router.ts'
import { Icon } from '@portico/kit/ui/icon.tsx'
import type { ReactNode } from 'react'
import styles from './more-link.module.css'

/** The link from a section to the page that has the rest. */
export function MoreLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link className={styles.more} to={to}>
      {children} <Icon icon={arrowRightIcon} />
    </Link>
  )
}
