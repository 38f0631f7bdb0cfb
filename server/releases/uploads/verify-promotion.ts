import { getEvidenceMessage, type Promotion } from '@portico/protocol/publish/promotion.ts'
import type { PublishResult } from '@portico/protocol/publish/release-api.ts'
import { isSignedWith } from '@portico/protocol/rollout/audit-chain.ts'
import type { Configuration } from '../../configuration/configuration.ts'

/** For as long as a promotion takes; an older statement may know nothing of a rollback. */
const lifetimeMs = 3_600_000

/**
 * Whether a site that the operator trusts has signed the evidence of a promoted release, about exactly these files and just now. If
 * not, it is only what the publisher claims.
 */
export async function verifyPromotion(
  { from, statement, ...evidence }: Promotion,
  release: Parameters<typeof getEvidenceMessage>[0]['release'],
  { trustedSites }: Pick<Configuration, 'trustedSites'>,
): Promise<NonNullable<PublishResult['promotion']>> {
  if (statement === undefined) return claim(`${from} hasn’t signed it`)
  const { site, at, signature } = statement
  const keys = trustedSites.filter((trusted) => trusted.site === site).map(({ key }) => key)
  if (keys.length === 0) return claim(`TRUSTED_SITES of this site has no key of ${site}`)
  if (Math.abs(Date.now() - at) > lifetimeMs) return claim(`${site} signed it more than an hour ago`)
  const message = getEvidenceMessage({ site, at, release, evidence })
  if (!(await isSignedWith(keys, { message, signature })))
    return claim(`it isn’t what ${site} has signed with the key in TRUSTED_SITES`)
  return { isVerified: true, message: `Its evidence is verified: ${site} has signed it.` }
}

function claim(why: string) {
  return { isVerified: false, message: `Its evidence is recorded as a claim: ${why}.` }
}
