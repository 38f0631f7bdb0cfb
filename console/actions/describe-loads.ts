import { formatNumber } from '@portico/kit/format.ts'
import { formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'

/** Who a share, in basis points, stands for: `about 1,240 of 24,800 loads an hour`, or in percent if the traffic is unknown. */
export function describeLoads(share: number, loadsPerMinute: number | null): string {
  if (share === 0) return 'only testers with a preview link'
  if (loadsPerMinute === null)
    return share === fullShare ? 'every visitor' : `${formatShare(share)} of visitors`
  const perHour = loadsPerMinute * 60
  const all = formatNumber(roundLoads(perHour))
  if (share === fullShare) return `everyone, about ${all} loads an hour`
  return `about ${formatNumber(roundLoads((perHour * share) / fullShare))} of ${all} loads an hour`
}

/** To three digits: it is an estimate. */
function roundLoads(loads: number): number {
  return Number(loads.toPrecision(3)) < 1 ? Math.ceil(loads) : Math.round(Number(loads.toPrecision(3)))
}
