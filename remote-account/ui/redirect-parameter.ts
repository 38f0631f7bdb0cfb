import { SignInWithProviderSchema } from '@portico/kit/account/account-api.ts'
import { useLocation } from '@portico/kit/contract/router.ts'
import * as v from 'valibot'

const parameter = 'next'

/** Passes this page's `?next=` on to another path, so that the visitor still reaches their destination. */
export function useRedirectLink(): (path: string, query?: Readonly<Record<string, string>>) => string {
  const { search } = useLocation()
  const target = new URLSearchParams(search).get(parameter)
  return (path, query = {}) => {
    const full = new URLSearchParams({ ...query, ...(target === null ? {} : { [parameter]: target }) })
    return full.size > 0 ? `${path}?${full}` : path
  }
}

/** Where to go after signing in, if `?next=` is a path of this site. */
export function useRedirectTarget(): string | undefined {
  const { search } = useLocation()
  const target = v.safeParse(
    SignInWithProviderSchema.entries.next,
    new URLSearchParams(search).get(parameter) ?? undefined,
  )
  return target.success ? target.output : undefined
}
