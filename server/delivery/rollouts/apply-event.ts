import type {
  DiscoveryDocument,
  DiscoveryRelease,
  DiscoveryRemote,
} from '@portico/shared/release/discovery-document.ts'
import { getActiveRollout, type RemoteDeployment } from '@portico/shared/rollout/rollout-state.ts'
import { type RolloutEvent, transition } from '@portico/shared/rollout/transition.ts'
import type { Change } from '../changes/make-change.ts'
import { documentRelease } from '../discovery/with-release.ts'
import { readRecord, readStaging, writeStaging } from './deployment-repository.ts'

const names = {
  started: 'rollout.start',
  reported: 'rollout.report',
  advanced: 'rollout.advance',
  paused: 'rollout.pause',
  resumed: 'rollout.resume',
  cancelled: 'rollout.cancel',
  'rolled-back': 'rollout.rollback',
  'switched-off': 'remote.off',
  'switched-on': 'remote.on',
  frozen: 'remote.freeze',
  unfrozen: 'remote.unfreeze',
} as const satisfies Record<RolloutEvent['kind'], string>

/** A fact about a remote, and who says so. */
export interface Happened {
  readonly remote: string
  readonly fact: RolloutEvent
  /** Name of a token, `site` or `start`. */
  readonly by: string
}

/**
 * Makes a fact true as a part of `change`: the remote's staging, the document and the event are written together.
 * Throws a TransitionRefused where it cannot happen. Returns the staging after it.
 */
export async function applyFact(change: Change, { remote, fact, by }: Happened): Promise<RemoteDeployment> {
  const { trx, at, document } = change
  const before = await readStaging(trx, remote, document)
  const after = transition(before, fact)
  if (after === before) return after
  const shown = await documentRemoteOf(change, remote, after)
  const team = shown?.team ?? document.remotes[remote]?.team ?? ''
  await writeStaging(trx, { remote, team, before, after, by, at })
  if (fact.kind === 'reported') return after // Counting is no decision: only what follows from it is told.
  change.revise(withRemote(document, remote, shown))
  const reason = 'reason' in fact ? (fact.reason ?? null) : null
  const rollout = (after.rollout ?? before.rollout)?.id ?? null
  change.tell({
    by,
    what: names[fact.kind],
    remote,
    rollout,
    before: summaryOf(before),
    after: summaryOf(after),
    reason,
  })
  return after
}

/** What an event keeps of a staging; the evidence with which it was decided, not how it was counted. */
function summaryOf(staging: RemoteDeployment) {
  const { stable, fallback, off, frozen, rollout } = staging
  if (rollout === null) return { stable, fallback, off, frozen }
  const { status, step, share, to, evidence } = rollout
  const counts = { canary: evidence.canary, stable: evidence.stable }
  return {
    stable,
    fallback,
    off,
    frozen,
    rollout: { to, status, step, share, plan: rollout.plan.name, counts },
  }
}

function withRemote(
  document: DiscoveryDocument,
  name: string,
  remote: DiscoveryRemote | null,
): DiscoveryDocument {
  if (remote === null) return document
  return { ...document, remotes: { ...document.remotes, [name]: remote } }
}

/** The remote as visitors' browsers and servers need it; null: nobody gets anything of it yet. */
async function documentRemoteOf(
  change: Change,
  remote: string,
  staging: RemoteDeployment,
): Promise<DiscoveryRemote | null> {
  const { stable, fallback, off } = staging
  if (stable === null) return null
  const shown = await releaseOf(change, remote, stable)
  const rollout = getActiveRollout(staging)
  const canary =
    rollout === null || rollout.status === 'pending'
      ? {}
      : {
          canary: {
            release: (await releaseOf(change, remote, rollout.to)).release,
            rollout: rollout.id,
            salt: rollout.salt,
            share: rollout.share,
          },
        }
  return {
    team: shown.team,
    stable: shown.release,
    ...(fallback === null ? {} : { fallback: (await releaseOf(change, remote, fallback)).release }),
    ...canary,
    ...(off === null ? {} : { off }),
  }
}

async function releaseOf(
  { trx }: Change,
  remote: string,
  id: string,
): Promise<{ team: string; release: DiscoveryRelease }> {
  const record = await readRecord(trx, remote, id)
  if (record === null) throw new Error(`No release ${remote}@${id} is published here.`)
  return { team: record.team, release: documentRelease(record) }
}
