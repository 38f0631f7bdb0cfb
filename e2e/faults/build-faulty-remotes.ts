import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test as setup } from '@playwright/test'
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core'
import { ownerFile } from '../site/owner.ts'
import { listRemotes } from '../site/released-pages.ts'
import { root } from '../site/start-site.ts'
import { breakOnDemand } from './break-on-demand.ts'
import { faultyDist } from './faulty-dist.ts'

// The configuration of every build; only each remote's entry is replaced.
setup('every remote is built once more, to break on demand', async () => {
  await rm(join(root, faultyDist), { recursive: true, force: true })
  process.env.SITE_CONFIG = ownerFile
  const { content } = await loadConfig({ cwd: root, command: 'build' })
  const environments = Object.fromEntries(
    listRemotes().map((name) => [
      name,
      breakOnDemand(name, { project: root, folder: join(faultyDist, name) }),
    ]),
  )
  const rsbuild = await createRsbuild({
    cwd: root,
    environment: listRemotes(),
    config: mergeRsbuildConfig(content, { environments }),
  })
  const { close } = await rsbuild.build()
  await close()
  await cp(join(root, 'dist', 'shell'), join(root, faultyDist, 'shell'), { recursive: true })
})
