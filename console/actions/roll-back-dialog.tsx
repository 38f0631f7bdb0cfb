import { paths } from '@portico/kit/paths.ts'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { RemoteStateSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { isActive } from '@portico/protocol/rollout/rollout-record.ts'
import { formatClock } from '../ui/format-clock.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { useNow } from '../ui/use-now.ts'
import { describeLoads } from './describe-loads.ts'
import { describeState } from './describe-state.ts'
import type { DialogProps } from './dialog-props.ts'
import { useAct } from './use-act.ts'
import { useTraffic } from './use-traffic.ts'

/** Rolls back, whatever the state of the app: the server has the last word. */
export function RollBackDialog({ app, onClose }: DialogProps) {
  const act = useAct(app, { isAlwaysRight: true })
  const loadsPerMinute = useTraffic(app)
  return (
    <ReasonDialog
      title={`Roll back ${app.name}?`}
      action="Roll back"
      isDangerous
      reason="required"
      onClose={onClose}
      onConfirm={async (reason) => {
        const path = `${paths.remotes}/${app.name}/rollback`
        const { note, stable } = await act(path, { reason }, RemoteStateSchema)
        return note ?? <RollbackProgress at={Date.now()} stable={stable} />
      }}
    >
      <p>{describeRollback(app, loadsPerMinute)}</p>
      <p>Now: {describeState(app)}</p>
    </ReasonDialog>
  )
}

/** Who gets what after a rollback. */
function describeRollback(app: OverviewApp, loadsPerMinute: number | null): string {
  const { rollout, stable, fallback } = app
  if (rollout !== null && isActive(rollout))
    return `From ${getVersion(rollout.to)}, ${describeLoads(rollout.share, loadsPerMinute)} go back to ${stable === null ? 'no release' : getVersion(stable)}.`
  if (fallback === null) return 'There is no earlier release to go back to. If it is broken, turn it off.'
  return `${getVersion(stable ?? '')} is withdrawn from ${describeLoads(fullShare, loadsPerMinute)}; they get ${getVersion(fallback)}.`
}

/** An open page asks for the releases at least this often. */
const openPagesMs = 75_000

interface RollbackProgressProps {
  readonly at: number
  readonly stable: string | null
}

/** How far a rollback has come, until the last open page has switched. */
export function RollbackProgress({ at, stable }: RollbackProgressProps) {
  const left = Math.ceil((at + openPagesMs - useNow(1_000)) / 1_000)
  return (
    <>
      Rolled back at {formatClock(at)}. New page views get{' '}
      {stable === null ? 'no release' : getVersion(stable)} now. Open pages switch within 75 s
      {/* Not announced every second. */}
      <span aria-hidden="true">{left > 0 ? `: ${left} s left.` : ': all have.'}</span>
    </>
  )
}
