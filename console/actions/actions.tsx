import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { isActive } from '@portico/protocol/rollout/rollout-record.ts'
import type { TokenPermission } from '@portico/protocol/tokens/token-api.ts'
import { type ComponentType, useState } from 'react'
import { ActionButton } from './action-button.tsx'
import { AdvanceDialog } from './advance-dialog.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { simpleActions } from './simple-actions.ts'
import { SimpleDialog } from './simple-dialog.tsx'
import { StartDialog } from './start-dialog.tsx'

interface ActionKind {
  readonly name: string
  readonly verb: TokenPermission
  readonly isDangerous?: boolean
  readonly isAvailable: (app: OverviewApp) => boolean
  readonly Dialog: ComponentType<DialogProps>
}

const simple = Object.entries(simpleActions).map(
  ([key, action]): ActionKind => ({
    ...action,
    Dialog: (props) => <SimpleDialog {...props} actionKey={key} action={action} />,
  }),
)

const rollBack: ActionKind = {
  name: 'Roll back',
  verb: 'rollback',
  isDangerous: true,
  isAvailable: () => true,
  Dialog: RollBackDialog,
}

const others: readonly ActionKind[] = [
  {
    name: 'Start',
    verb: 'rollout',
    isAvailable: ({ rollout }) => rollout === null || !isActive(rollout),
    Dialog: StartDialog,
  },
  {
    name: 'Advance',
    verb: 'rollout',
    isAvailable: ({ rollout, frozen }) => rollout?.status === 'running' && frozen === null,
    Dialog: AdvanceDialog,
  },
  ...simple,
  {
    name: 'Change plan',
    verb: 'rollout',
    isAvailable: ({ rollout }) => rollout !== null && isActive(rollout),
    Dialog: ChangePlanDialog,
  },
  { name: 'Preview link', verb: 'preview', isAvailable: () => true, Dialog: PreviewDialog },
]

interface ActionsProps {
  readonly app: OverviewApp
  /** Only the action that is always there. */
  readonly isRollbackOnly?: boolean
  readonly isCompact?: boolean
}

/** Buttons for everything that can be done to a remote or the shell now. */
export function Actions({ app, isRollbackOnly = false, isCompact = false }: ActionsProps) {
  const [open, setOpen] = useState<ActionKind | null>(null)
  const kinds = [rollBack, ...(isRollbackOnly ? [] : others.filter(({ isAvailable }) => isAvailable(app)))]
  return (
    <>
      {kinds.map((kind) => (
        <ActionButton
          key={kind.name}
          {...kind}
          remote={app.name}
          isCompact={isCompact}
          onClick={() => setOpen(kind)}
        />
      ))}
      {open !== null && <open.Dialog app={app} onClose={() => setOpen(null)} />}
    </>
  )
}
