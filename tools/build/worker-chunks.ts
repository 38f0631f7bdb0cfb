import type { Rspack } from '@rsbuild/core'

/** Sorts the chunks by the runtimes that load them: a worker is an entry that the configuration doesn't name. */
export function groupByLoader({ chunks, entrypoints }: Pick<Rspack.Compilation, 'chunks' | 'entrypoints'>) {
  const ofPages = new Set(entrypoints.keys()) // runtimes are named after their entries
  const all = [...chunks]
  return {
    /** Only with script elements. */
    pages: all.filter(({ runtime }) => [...runtime].every((name) => ofPages.has(name))),
    /** Only workers, which have no elements, and so no integrity hashes: their entries and what these load. */
    workers: all.filter(({ runtime }) => [...runtime].every((name) => !ofPages.has(name))),
  }
}
