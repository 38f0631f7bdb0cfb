import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '@portico/tools/system/run-command.ts'
import { copyProject } from '@portico/tools/testing/copy-project.ts'
import { test } from '../site/fixtures.ts'
import { listRemotes, toAddress, visibleAccess } from '../site/released-pages.ts'
import { root } from '../site/start-site.ts'
import { createVisitor } from '../steps/visitor.ts'

test('remotes that were made by copying a folder and editing its manifest show up in the site', async ({
  newSite,
}) => {
  test.slow() // builds them first
  const project = copyProject()
  const names = listRemotes().map((from) => ({ from, to: `copy-of-${from}` }))
  const manifests = []
  for (const { from, to } of names) manifests.push(await project.addRemote(from, to))
  await cp(join(root, 'dist'), join(project.root, 'dist'), { recursive: true })
  const environments = names.flatMap(({ to }) => ['--environment', to])
  await runCommand('rsbuild', ['build', '--root', project.root, ...environments], { output: 'keep' })

  const { openPageAs } = await newSite({ project: project.root })
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  for (const { name, pages } of manifests) {
    await test.step(name, async () => {
      const shown = pages.find(
        ({ access }) => visibleAccess['signed in'].includes(access) && access !== 'logout',
      )
      if (!shown) throw new Error(`${name} has no page for a signed-in visitor.`)
      await visitor.opens(toAddress(shown.path))
      await visitor.isAt(toAddress(shown.path), shown.title)
    })
  }

  const linked = manifests
    .flatMap(({ pages }) => pages)
    .filter(({ listed, access }) => listed && access === 'open')
  for (const { path, title } of linked) {
    await visitor.opens('/')
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await visitor.isAt(path, title)
  }
  project.remove()
})
