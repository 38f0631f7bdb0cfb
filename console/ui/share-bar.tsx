import { formatNumber } from '@portico/kit/format.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import styles from './share-bar.module.css'

/** The share of visitors, in basis points, as a bar and in percent. */
export function ShareBar({ share }: { readonly share: number }) {
  return (
    <span className={styles.share}>
      <svg className={styles.bar} aria-hidden="true">
        <rect className={styles.filled} width={`${(share / fullShare) * 100}%`} height="100%" />
      </svg>
      {formatShare(share)}
    </span>
  )
}

/** `5 %`; 0 is `testers`. */
export function formatShare(share: number): string {
  return share === 0 ? 'testers' : `${formatNumber(share / 100, 2)} %`
}
