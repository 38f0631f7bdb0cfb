import type { CountableLoad } from './get-countable-loads.ts'

const hourMs = 3_600_000
const mostKept = 50_000 // networks and releases in an hour; of more, an attack from everywhere, counting begins anew

/**
 * Lets through what one network may report in an hour, counted in memory: a flood from one address costs no statement of
 * the database, which counts exactly and for all servers together.
 */
export function createNetworkLimit(mostLoads: number): (load: CountableLoad) => boolean {
  const passed = new Map<string, number>()
  let hour = 0
  return ({ network, release, at }) => {
    const now = Math.floor(at / hourMs)
    if (now !== hour || passed.size > mostKept) passed.clear()
    hour = now
    const key = `${network} ${release}`
    const count = (passed.get(key) ?? 0) + 1
    passed.set(key, count)
    return count <= mostLoads
  }
}
