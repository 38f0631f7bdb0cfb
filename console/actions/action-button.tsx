import { getButtonClass } from '@portico/kit/ui/button.tsx'
import type { TokenPermission } from '@portico/protocol/tokens/token-api.ts'
import { useSession } from '../app/session-store.ts'
import { TextButton } from '../ui/text-button.tsx'
import styles from './action-button.module.css'
import { getMissingScope } from './get-missing-scope.ts'

interface ActionButtonProps {
  readonly name: string
  readonly verb: TokenPermission
  readonly remote: string
  readonly isDangerous?: boolean
  /** As low as a line of text. */
  readonly isCompact?: boolean
  readonly onClick: () => void
}

/** A button that is disabled, and names the scope, if the session may not do what it does. */
export function ActionButton({ name, verb, remote, isDangerous, isCompact, onClick }: ActionButtonProps) {
  const missing = getMissingScope(useSession(), verb, remote)
  const shared = {
    'aria-label': `${name} ${remote}${missing === null ? '' : `: needs the scope ${missing}`}`,
    title: missing === null ? undefined : `Needs the scope ${missing}`,
    disabled: missing !== null,
    onClick,
  }
  if (isCompact) return <TextButton {...shared}>{name}</TextButton>
  const tone = isDangerous ? 'danger' : 'secondary'
  return (
    <button {...shared} type="button" className={`${styles.action} ${getButtonClass(tone, 'small')}`}>
      {name}
      {missing !== null && ` (needs ${missing})`}
    </button>
  )
}
