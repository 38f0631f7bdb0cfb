import { paths } from '@portico/kit/paths.ts'
import { FormField } from '@portico/kit/ui/form-field.tsx'
import { RemoteReleasesSchema } from '@portico/protocol/publish/release-api.ts'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { planNames, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useResource } from '../app/use-resource.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { describeLoads } from './describe-loads.ts'
import { describeProgress, describeState } from './describe-state.ts'
import type { DialogProps } from './dialog-props.ts'
import { type PlanChoice, PlanField } from './plan-field.tsx'
import { useAct } from './use-act.ts'
import { useTraffic } from './use-traffic.ts'

/** Starts the rollout of a published release. */
export function StartDialog({ app, onClose }: DialogProps) {
  const act = useAct(app)
  const loadsPerMinute = useTraffic(app)
  const { data, problem } = useResource(`${paths.publish}/${app.name}`, RemoteReleasesSchema)
  const releases = data?.releases.filter(({ id }) => id !== app.stable) ?? []
  const [chosen, setChosen] = useState('')
  const [plan, setPlan] = useState<PlanChoice>(app.stable === null ? 'now' : '')
  const release = releases.find(({ id }) => id === chosen) ?? releases[0]
  const isQuarantined = release !== undefined && release.quarantined !== null
  const isForEveryone = plan === 'now'
  return (
    <ReasonDialog
      title={`Start a rollout of ${app.name}?`}
      action={isForEveryone ? 'Give it to everyone now' : 'Start'}
      isDangerous={isForEveryone || isQuarantined}
      reason={isForEveryone || isQuarantined ? 'required' : 'optional'}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (release === undefined)
          throw new Error(problem ?? 'There is no release to start. Publish one first.')
        const body = {
          remote: app.name,
          to: release.id,
          force: isQuarantined,
          ...(plan !== '' && { plan }),
          ...(reason !== '' && { reason }),
        }
        const started = await act(paths.rollouts, body, RolloutSchema)
        return (
          <>
            {release.version} is {describeProgress(started)}.{' '}
            <Link to={`/rollouts/${started.id}`}>Open its rollout</Link>
          </>
        )
      }}
    >
      <FormField label="Release">
        {(control) => (
          <select {...control} value={release?.id} onChange={({ target }) => setChosen(target.value)}>
            {releases.map(({ id, quarantined }) => (
              <option key={id} value={id}>
                {id}
                {quarantined !== null && ` (rolled back: ${quarantined})`}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <PlanField plan={plan} onChange={setPlan} names={planNames} />
      {isQuarantined && (
        <p>
          <strong>This release was rolled back: {release.quarantined}.</strong> Start it again only if the
          cause has been fixed.
        </p>
      )}
      {release !== undefined && (
        <p>
          {isForEveryone
            ? `${getVersion(release.id)} goes to ${describeLoads(fullShare, loadsPerMinute)}, at once and without a comparison. Only a rollback stops it.`
            : `${getVersion(release.id)} goes to testers first, then to a growing share, and finally to ${describeLoads(fullShare, loadsPerMinute)}.`}
        </p>
      )}
      <p>Now: {describeState(app)}</p>
    </ReasonDialog>
  )
}
