import { LRUCache } from 'lru-cache'
import type { CountableLoad } from './get-countable-loads.ts'

const hourMs = 3_600_000
const maxKeys = 50_000 // networks and releases in an hour; with more (a distributed attack) the oldest counts are dropped

/**
 * Allows as many loads as one network may report in an hour, counted in memory: a flood from one address causes no
 * database queries. The database counts exactly, and for all servers together.
 */
export function createNetworkLimit(maxLoads: number): (load: CountableLoad) => boolean {
  const counts = new LRUCache<string, number>({ max: maxKeys })
  let hour = 0
  return ({ network, release, at }) => {
    const now = Math.floor(at / hourMs)
    if (now !== hour) counts.clear()
    hour = now
    const key = `${network} ${release}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= maxLoads
  }
}
