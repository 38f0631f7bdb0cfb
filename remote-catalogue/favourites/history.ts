import type { Values } from '@portico/shared/api/validate-values.ts'
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

/** A call that was answered. */
export type HistoryItem = v.InferOutput<typeof HistoryItemSchema>

/** So many fit on a screen, and in the few megabytes that a site may keep. */
const maxItems = 30

/** The calls of this device, latest first. */
export const history: PersistedList<HistoryItem> = createPersistedList(
  'portico.catalogue.calls',
  HistoryItemSchema,
  maxItems,
)

/** Keeps a call. What asks about a person is never kept. */
export function addToHistory(entry: Entry, values: Values, status: number): void {
  if (entry.row.privacy) return
  const call = { path: entry.path, id: entry.id, name: getEntryName(entry), values, status, at: Date.now() }
  history.write([call, ...history.read()])
}
