import { useEffect, useState } from 'react'
import type * as v from 'valibot'
import { useLive } from './live-updates.tsx'
import { send } from './send.ts'

/** What is known of a resource. `data` stays while it is fetched again, and if that fails. */
interface Resource<T> {
  /** null: not loaded yet, or it can't be. */
  readonly data: T | null
  /** Why the last request failed, in a sentence; null: it didn't. */
  readonly problem: string | null
}

const nothing = { data: null, problem: null }

/** Fetches a path of the API, again whenever the server says that something changed. null: nothing to fetch. */
export function useResource<S extends v.GenericSchema>(
  path: string | null,
  schema: S,
): Resource<v.InferOutput<S>> {
  const { version } = useLive()
  const [known, setKnown] = useState<Resource<v.InferOutput<S>> & { readonly path: string | null }>({
    ...nothing,
    path,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is the reason to fetch again
  useEffect(() => {
    let isCurrent = true
    if (path !== null)
      send({ path, response: schema }).then(
        (data) => isCurrent && setKnown({ path, data, problem: null }),
        ({ message }: Error) =>
          isCurrent &&
          setKnown((before) => ({ path, data: before.path === path ? before.data : null, problem: message })),
      )
    return () => {
      isCurrent = false
    }
  }, [path, schema, version])
  return known.path === path ? known : nothing
}
