import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'

/** Which release this page view uses, and why. */
export interface Explanation {
  /** `<version>-<hash8>` */
  readonly release: string
  readonly arm: string
  readonly why: string
}

/** What else is known about a remote. */
interface Known {
  /** The release that mounted, by the shell's page event; undefined: none has yet. */
  readonly mounted: string | undefined
  /** The share of visitors who get the canary, in basis points; undefined: not known. */
  readonly share: number | undefined
}

/** A remote that `portico dev` builds, whose release on the site is not on the page. */
export const developed: Pick<Explanation, 'arm' | 'why'> = {
  arm: 'From this machine',
  why: 'portico dev builds it from your sources. Nobody else gets it.',
}

/** Explains why this browser gets its release of a remote. */
export function explainArm(remote: SelectedRemote, { mounted, share }: Known): Explanation {
  const { release, arm, rollout, off, fallback } = remote
  const selected = getReleaseId(release)
  if (off !== undefined) return { release: selected, arm: 'Off', why: `Turned off: ${off}` }
  if (fallback !== undefined && mounted === getReleaseId(fallback) && mounted !== selected)
    return { release: mounted, arm: 'Fallback', why: `${selected} failed in this page view.` }
  if (arm === 'preview' && isDevVersion(release.version))
    return {
      release: selected,
      arm: 'Developer’s release',
      why: 'Only browsers with the link of this development session get it.',
    }
  if (arm === 'preview')
    return { release: selected, arm: 'Preview', why: 'Only browsers with the preview link get it.' }
  if (rollout === undefined)
    return { release: selected, arm: 'Stable', why: 'Everyone gets it: no rollout is in progress.' }
  const part = share === undefined ? 'the share' : `the ${share / 100} %`
  const belongs = arm === 'canary' ? 'is in' : 'is not in'
  return {
    release: selected,
    arm: arm === 'canary' ? 'Canary' : 'Stable',
    why: `This browser ${belongs} ${part} of visitors who get the canary. Rollout: ${rollout}`,
  }
}
