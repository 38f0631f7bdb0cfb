import { useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import { useLive } from './live-updates.tsx'
import { runOneAtATime } from './run-one-at-a-time.ts'
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
  const fetchAgain = useRef(() => {})
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      if (path === null || !isCurrent) return
      const next = await send({ path, response: schema }).then(
        (data) => ({ data, problem: null }),
        ({ message }: Error) => ({ problem: message }),
      )
      if (isCurrent)
        setKnown((before) => ({ data: before.path === path ? before.data : null, ...next, path }))
    }
    fetchAgain.current = runOneAtATime(load) // changes may come faster than responses
    return () => {
      isCurrent = false
    }
  }, [path, schema])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path or a new version is the reason to fetch
  useEffect(() => fetchAgain.current(), [path, schema, version])
  return known.path === path ? known : nothing
}
