import { expect, test } from 'vitest'
import { createShareScope } from './share-scope.ts'

async function readModule(name: string): Promise<unknown> {
  const [provided] = Object.values(createShareScope()[name] ?? {})
  const load = await provided?.get?.()
  return load?.()
}

test.each(['contract.ts', 'router.ts'])(
  'a release that was built before the kit had its name gets the same %s',
  async (file) => {
    const former = await readModule(`@portico/shared/contract/${file}`)
    expect(former).toBeDefined()
    expect(former).toBe(await readModule(`@portico/kit/contract/${file}`))
  },
)
