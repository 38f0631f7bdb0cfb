import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test as setup } from '@playwright/test'
import { copyProject } from '@portico/tools/testing/copy-project.ts'
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core'
import { breakOnDemand } from '../faults/break-on-demand.ts'
import { ownerFile } from '../site/owner.ts'
import { canaryDist, canaryVersion, releasedRemote } from './canary-dist.ts'

setup('a next version of a remote is built, to break on demand', async () => {
  setup.setTimeout(300_000)
  process.env.SITE_CONFIG = ownerFile
  await rm(canaryDist, { recursive: true, force: true })
  const project = copyProject()
  const file = join(project.root, `remote-${releasedRemote}`, 'package.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: canaryVersion }))
  const { content } = await loadConfig({ cwd: project.root, command: 'build' })
  const environments = {
    [releasedRemote]: breakOnDemand(releasedRemote, { project: project.root, folder: canaryDist }),
  }
  const rsbuild = await createRsbuild({
    cwd: project.root,
    environment: [releasedRemote],
    config: mergeRsbuildConfig(content, { environments }),
  })
  const { close } = await rsbuild.build()
  await close()
  project.remove()
})
