import { getActiveRollout, type RemoteDeployment } from './rollout-state.ts'
import { refuse } from './transition-refused.ts'

/**
 * Returns the deployment after a rollback: to the named release, or else of the rollout in progress, or else to the previous
 * release.
 */
export function rollBack(
  deployment: RemoteDeployment,
  { reason, to }: { readonly reason: string; readonly to?: string },
): RemoteDeployment {
  const rollout = getActiveRollout(deployment)
  if (to !== undefined && to !== deployment.stable) checkTarget(deployment, to)
  const taken =
    rollout === null
      ? deployment
      : {
          ...deployment,
          quarantined: { ...deployment.quarantined, [rollout.to]: reason },
          rollout: { ...rollout, status: 'rolled-back' as const, share: 0, reason },
        }
  if (rollout !== null && to === undefined) return taken
  const before = to ?? deployment.fallback
  if (before === null)
    refuse(
      'no-previous-release',
      `${deployment.stable === null ? 'Nobody has a release' : `Everyone has ${deployment.stable}`}, and there is no earlier one to roll back to. If it is broken, turn the remote off (\`off\`).`,
    )
  if (before === deployment.stable) return taken
  const quarantined = deployment.stable === null ? {} : { [deployment.stable]: reason }
  return {
    ...undone(taken, reason),
    stable: before,
    fallback: null,
    quarantined: { ...taken.quarantined, ...quarantined },
  }
}

/** The completed rollout of the stable release ends like any other that is rolled back. */
function undone(deployment: RemoteDeployment, reason: string): RemoteDeployment {
  const { rollout, stable } = deployment
  if (rollout?.status !== 'completed' || rollout.to !== stable) return deployment
  return { ...deployment, rollout: { ...rollout, status: 'rolled-back', share: 0, reason } }
}

/** Refuses a release that never went through a rollout to everyone, or that was rolled back. */
function checkTarget(deployment: RemoteDeployment, to: string): void {
  const { onceStable, quarantined, stable } = deployment
  const quarantine = quarantined[to]
  if (quarantine !== undefined)
    refuse(
      'release-quarantined',
      `The reason for ${to}: ${quarantine}. Name another release, or roll it out again with \`start --force --reason\`.`,
    )
  if (to === getActiveRollout(deployment)?.to)
    refuse(
      'rollout-in-progress',
      `It is that of ${to}. Without \`--to\`, a rollback returns everyone to ${stable}.`,
    )
  const targets = onceStable.filter((id) => quarantined[id] === undefined)
  if (!targets.includes(to))
    refuse(
      'release-never-stable',
      `Expected a release that was stable before (${targets.join(', ') || 'there is none'}), got ${to}. To roll it out, use \`start\`.`,
    )
}
