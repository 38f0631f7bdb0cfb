import { LRUCache } from 'lru-cache'

/**
 * Keeps at most `maxEntries`, the most recently used. It grows with its contents; with the option `max`, the package
 * would allocate all entries at startup, which took longer than everything else created then.
 */
export function createBoundedCache<Value extends {}>(maxEntries: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 })
}
