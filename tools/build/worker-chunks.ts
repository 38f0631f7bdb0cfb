import type { Rspack } from '@rsbuild/core'

/** Which chunks of a build pages load, and which workers. */
interface LoadedBy {
  /** Only with script elements. */
  readonly pages: readonly Rspack.Chunk[]
  /** Only workers, which have no elements, and so no integrity hashes: their entries and what these load. */
  readonly workers: readonly Rspack.Chunk[]
}

/** Sorts the chunks by the runtimes that load them: a worker is an entry that the configuration doesn't name. */
export function groupByLoader({
  chunks,
  entrypoints,
}: Pick<Rspack.Compilation, 'chunks' | 'entrypoints'>): LoadedBy {
  const ofPages = new Set(
    [...entrypoints.values()].flatMap((entrypoint) =>
      entrypoint.chunks.flatMap(({ runtime }) => [...runtime]),
    ),
  )
  const all = [...chunks]
  return {
    pages: all.filter(({ runtime }) => [...runtime].every((name) => ofPages.has(name))),
    workers: all.filter(({ runtime }) => [...runtime].every((name) => !ofPages.has(name))),
  }
}
