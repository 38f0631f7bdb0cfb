import { readFileSync } from 'node:fs'
import {
  findSources,
  type ScriptPosition,
  type SourcePosition,
} from '@portico/protocol/release/source-map.ts'
import { handleTasks } from '../../http/background/handle-tasks.ts'

export interface ScriptPositions {
  /** The file of its source map. */
  readonly map: string
  readonly positions: readonly ScriptPosition[]
}

// A team writes these files: one that can't be read names no sources.
handleTasks(({ map, positions }: ScriptPositions): (SourcePosition | null)[] => {
  try {
    return findSources(readFileSync(map, 'utf8'), positions)
  } catch {
    return positions.map(() => null)
  }
})
