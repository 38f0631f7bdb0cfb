import { paths } from '@portico/kit/paths.ts'
import { formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { useState } from 'react'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { describeState } from './describe-state.ts'
import type { DialogProps } from './dialog-props.ts'
import { type PlanChoice, PlanField } from './plan-field.tsx'
import { useAct } from './use-act.ts'

/** Gives the rollout in progress other steps. */
export function ChangePlanDialog({ app, onClose }: DialogProps) {
  const act = useAct(app)
  const [plan, setPlan] = useState<PlanChoice>('')
  const { rollout } = app
  if (rollout === null) return null
  return (
    <ReasonDialog
      title={`Change the plan of ${app.name}?`}
      action="Change plan"
      reason="required"
      onClose={onClose}
      onConfirm={async (reason) => {
        const body = { ...(plan !== '' && { plan }), reason }
        const after = await act(`${paths.rollouts}/${rollout.id}/plan`, body, RolloutSchema)
        return `The steps are now ${after.plan.steps.map(({ share }) => formatShare(share)).join(', ')}.`
      }}
    >
      <PlanField plan={plan} onChange={setPlan} names={['low', 'mid', 'standard']} />
      <p>Nothing changes for visitors now: the share, the loads and the evidence stay as they are.</p>
      <p>Now: {describeState(app)}</p>
    </ReasonDialog>
  )
}
