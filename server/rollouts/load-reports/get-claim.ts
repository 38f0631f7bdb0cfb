import { murmur3 } from '@portico/protocol/rollout/bucket.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { hash } from '../../http/signature.ts'
import type { VisitorId } from '../visitors/visitor-id.ts'
import type { Claim } from './claims.ts'

/**
 * The visitor's claim to count for a network of a rollout. ADDRESS_LIMIT_FACTOR divides a network into that many parts,
 * one visitor of each counts, and each weighs as much as a network.
 */
export function getClaim(
  { id, network }: VisitorId,
  rollout: string,
  { secrets, addressLimitFactor, countedBy }: ClaimConfiguration,
): Claim {
  const part = murmur3(new TextEncoder().encode(id)) % addressLimitFactor
  const counted = countedBy === 'visitor' ? `visitor ${id}` : `network ${network} ${part}`
  const hashInRollout = (text: string) => hash(`${rollout} ${text}`, { secrets, purpose: 'portico claim' })
  return { rollout, network: hashInRollout(counted), visitor: hashInRollout(`visitor ${id}`) }
}

type ClaimConfiguration = Pick<Configuration, 'secrets' | 'addressLimitFactor' | 'countedBy'>
