import type { Values } from '@portico/kit/api/validate-values.ts'
import * as v from 'valibot'
import { type Entry, getEntryName } from '../model/entry.ts'
import { createPersistedList, type PersistedList } from './persisted-list.ts'

const HistoryItemSchema = v.object({
  path: v.pipe(v.string(), v.startsWith('/api/')),
  id: v.string(),
  name: v.string(),
  /** Never the key. */
  values: v.record(v.string(), v.string()),
  status: v.number(),
  /** Milliseconds since 1970. */
  at: v.number(),
})

/** A request that got a response. */
export type HistoryItem = v.InferOutput<typeof HistoryItemSchema>

/** Fits on a screen, and easily into local storage. */
const maxItems = 30

/** The requests sent from this device, latest first. */
export const history: PersistedList<HistoryItem> = createPersistedList(
  'portico.catalogue.calls',
  HistoryItemSchema,
  maxItems,
)

/** Saves a request, unless it contains personal data. */
export function addToHistory(entry: Entry, values: Values, status: number): void {
  if (entry.row.privacy) return
  const item = { path: entry.path, id: entry.id, name: getEntryName(entry), values, status, at: Date.now() }
  history.write([item, ...history.read()])
}
