import { expect, test } from 'vitest'
import { createShareScope } from './share-scope.ts'

test.each(['contract.ts', 'router.ts'])(
  'a release that was built before the kit had its name gets the same %s',
  (file) => {
    const scope = createShareScope()
    const read = (name: string) => Object.values(scope[name] ?? {}).map(({ get }) => get?.()?.())
    const [provided] = read(`@portico/kit/contract/${file}`)
    const [former] = read(`@portico/shared/contract/${file}`)
    expect(former).toBeDefined()
    expect(former).toBe(provided)
  },
)
