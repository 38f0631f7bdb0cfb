import { Link } from '@portico/shared/contract/router.ts'
import { Unseen } from '../ui/visually-hidden.tsx'
import styles from './chaining.module.css'
import { carriedTo } from './prefill.ts'
import type { Target } from './use-chain-targets.ts'

interface UseInProps {
  readonly targets: readonly Target[]
  /** Name of the row whose answer it is. */
  readonly from: string
  /** The member of the answer, and its value. */
  readonly name: string | null
  readonly value: unknown
}

/** Links to the operations that take this value of an answer, which goes along. */
export function UseIn({ targets, ...member }: UseInProps) {
  return targets.map((target) => {
    const state = carriedTo(target, member)
    return (
      state && (
        <Link key={target.address} to={target.address} state={state} className={styles.use}>
          Use in {target.name}
          <Unseen> with {String(member.value)}</Unseen>
        </Link>
      )
    )
  })
}
