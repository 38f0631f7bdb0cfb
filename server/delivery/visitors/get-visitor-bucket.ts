import { getBucket } from '@portico/shared/rollout/bucket.ts'
import { hash } from './signature.ts'

/**
 * The visitor's bucket in a rollout. The salt is secret and different for each visitor: the hash behind buckets has a state
 * of 32 bits, so a salt that all visitors share could be computed from the arms of a few dozen.
 */
export function getVisitorBucket(visitorId: string, rollout: string, secret: string): number {
  return getBucket(hash(`${rollout} ${visitorId}`, { secret, purpose: 'portico bucket' }), visitorId)
}
