import * as v from 'valibot'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { describeState } from './describe-state.ts'
import type { DialogProps } from './dialog-props.ts'
import { getActionPath, type SimpleAction } from './simple-actions.ts'
import { useAct } from './use-act.ts'
import { useTraffic } from './use-traffic.ts'

interface SimpleDialogProps extends DialogProps {
  /** The last part of its path. */
  readonly actionKey: string
  readonly action: SimpleAction
}

/** The dialog of an action that needs at most a reason. */
export function SimpleDialog({ app, onClose, actionKey, action }: SimpleDialogProps) {
  const act = useAct(app)
  const loadsPerMinute = useTraffic(app)
  return (
    <ReasonDialog
      title={`${action.name} ${app.name}?`}
      action={action.name}
      isDangerous={action.isDangerous ?? false}
      reason={action.reason}
      onClose={onClose}
      onConfirm={async (reason) => {
        await act(getActionPath(actionKey, action, app), reason === '' ? {} : { reason }, v.unknown())
        return action.result
      }}
    >
      <p>{action.effect(app, loadsPerMinute)}</p>
      <p>Now: {describeState(app)}</p>
    </ReasonDialog>
  )
}
