import { LRUCache } from 'lru-cache'

/**
 * Keeps at most `maxEntries`: those that were used last. It grows with what it holds; with its option `max`, the package
 * would fill the memory of all entries when the server starts, which took longer than everything else that is created then.
 */
export function createBoundedCache<Value extends {}>(maxEntries: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 })
}
