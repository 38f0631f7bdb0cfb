import type { Values } from '@portico/shared/api/validate-values.ts'
import * as v from 'valibot'
import { type Entry, nameOf } from '../model/entry.ts'
import { type KeptList, keptList } from './persisted-list.ts'

const KeptCallSchema = v.object({
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
export type KeptCall = v.InferOutput<typeof KeptCallSchema>

/** So many fit on a screen, and in the few megabytes that a site may keep. */
const maxCalls = 30

/** The calls of this device, latest first. */
export const keptCalls: KeptList<KeptCall> = keptList('portico.catalogue.calls', KeptCallSchema, maxCalls)

/** Keeps a call. What asks about a person is never kept. */
export function keepCall(entry: Entry, values: Values, status: number): void {
  if (entry.row.privacy) return
  const call = { path: entry.path, id: entry.id, name: nameOf(entry), values, status, at: Date.now() }
  keptCalls.write([call, ...keptCalls.read()])
}
