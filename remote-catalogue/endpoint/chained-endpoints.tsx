import { Link } from '@portico/kit/contract/router.ts'
import { useChainTargets } from '../chaining/use-chain-targets.ts'
import type { Row } from '../data/schema.ts'
import styles from './about-endpoint.module.css'

/** Links to the operations that take a value from this response. */
export function ChainedEndpoints({ row }: { readonly row: Row }) {
  const targets = useChainTargets(row)
  if (targets.length === 0) return null
  return (
    <p className={styles.fact}>
      <span className={styles.label}>Use the response in</span>{' '}
      {targets.map(({ path, name }, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <Link to={path}>{name}</Link>
        </span>
      ))}
    </p>
  )
}
