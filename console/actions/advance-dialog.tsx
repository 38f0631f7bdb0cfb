import { paths } from '@portico/kit/paths.ts'
import { FormField } from '@portico/kit/ui/form-field.tsx'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import { formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { useState } from 'react'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { describeLoads } from './describe-loads.ts'
import { describeState } from './describe-state.ts'
import type { DialogProps } from './dialog-props.ts'
import { useAct } from './use-act.ts'
import { useTraffic } from './use-traffic.ts'

/** Gives a running rollout a larger share, or completes it. */
export function AdvanceDialog({ app, onClose }: DialogProps) {
  const { rollout } = app
  const act = useAct(app)
  const loadsPerMinute = useTraffic(app)
  const larger = rollout?.steps.filter((share) => share > rollout.share) ?? []
  const next = larger[0] ?? fullShare
  const [chosen, setChosen] = useState(next)
  if (rollout === null) return null
  const isLast = larger.length === 0
  const isEarly = rollout.missing.length > 0 && rollout.share > 0
  const version = getVersion(rollout.to)
  return (
    <ReasonDialog
      title={isLast ? `Complete the rollout of ${app.name} ${version}?` : `Advance ${app.name} ${version}?`}
      action={isLast ? 'Complete' : 'Advance'}
      reason={isEarly || chosen !== next ? 'required' : 'optional'}
      onClose={onClose}
      onConfirm={async (reason) => {
        // With a share, so that the same click by two people isn't two steps; the API requires a reason with it.
        const to = isLast || reason === '' ? {} : { to: chosen }
        const body = { ...to, ...(reason !== '' && { reason }) }
        const after = await act(`${paths.rollouts}/${rollout.id}/advance`, body, RolloutSchema)
        return after.status === 'completed'
          ? `Everyone has ${version}.`
          : `${version} is at ${formatShare(after.share)}.`
      }}
    >
      {!isLast && (
        <FormField label="Share">
          {(control) => (
            <select {...control} value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
              {larger.map((share) => (
                <option key={share} value={share}>
                  {formatShare(share)}
                </option>
              ))}
            </select>
          )}
        </FormField>
      )}
      <p>
        {isLast
          ? `It becomes stable: its monitoring ends, and everyone keeps it.`
          : `${version} goes to ${describeLoads(chosen, loadsPerMinute)}; now: ${describeLoads(rollout.share, loadsPerMinute)}.`}
      </p>
      {isEarly && <p>Its evidence isn’t complete yet: it {rollout.missing.join(', ')}.</p>}
      <p>Now: {describeState(app)}</p>
    </ReasonDialog>
  )
}
