import { Link } from '@portico/kit/contract/router.ts'
import { getLiteral, type JsonValue } from '../model/parse-json.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './chaining.module.css'
import { createPrefill } from './prefill.ts'
import type { ChainTarget } from './use-chain-targets.ts'

interface ChainedLinksProps {
  readonly targets: readonly ChainTarget[]
  /** Name of the row that the response came from. */
  readonly from: string
  /** The property of the response, and its value. */
  readonly name: string | null
  readonly value: JsonValue
}

/** Links to the operations that take this response value, which prefills their form. */
export function ChainedLinks({ targets, ...property }: ChainedLinksProps) {
  return targets.map((target) => {
    const state = createPrefill(target, property)
    return (
      state && (
        <Link key={target.path} to={target.path} state={state} className={styles.link}>
          Use this value in {target.name}
          <VisuallyHidden> ({getLiteral(property.value)})</VisuallyHidden>
        </Link>
      )
    )
  })
}
