import { formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
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
