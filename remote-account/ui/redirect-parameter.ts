import { SignInWithProviderSchema } from '@portico/shared/account/account-api.ts'
import { useLocation } from '@portico/shared/contract/router.ts'
import * as v from 'valibot'

/** Adds the `?next=` of this address to a path, so that the page that was wanted survives the way to it. */
export function useKeepNext(): (path: string, query?: Readonly<Record<string, string>>) => string {
  const { search } = useLocation()
  const next = new URLSearchParams(search).get('next')
  return (path, query = {}) => {
    const kept = new URLSearchParams({ ...query, ...(next === null ? {} : { next }) })
    return kept.size > 0 ? `${path}?${kept}` : path
  }
}

/** The page that was wanted, where `?next=` is a path of this site. */
export function useNextPath(): string | undefined {
  const { search } = useLocation()
  const next = v.safeParse(
    SignInWithProviderSchema.entries.next,
    new URLSearchParams(search).get('next') ?? undefined,
  )
  return next.success ? next.output : undefined
}
