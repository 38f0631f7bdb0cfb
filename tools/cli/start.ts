import { formatCount, pluralize } from '@portico/kit/format.ts'
import { ensureBuilt } from '../build/ensure-built.ts'
import { drawSiteImage } from '../build/site-image.ts'
import { listOwnerFiles } from '../content/owner-files.ts'
import { packKit } from '../kit/pack/pack-kit.ts'
import { root, runCommand, stopOnInterrupt } from '../system/run-command.ts'
import { serverEnvironment, serverOptions } from '../system/server-options.ts'
import { runScript } from './run-script.ts'

const summary =
  'Builds, publishes and serves the site. PORT sets the port; docs/settings.md lists all settings.'

stopOnInterrupt()
await runScript({ usage: 'npm start', summary }, async () => {
  console.log('Building changed apps ...')
  const built = await ensureBuilt()
  console.log(built.length === 0 ? 'Nothing has changed.' : `Built ${built.join(', ')}.`)
  await packKit()
  const samples = listOwnerFiles(root, process.env.SITE_CONFIG || undefined)
    .filter(({ isSample }) => isSample)
    .map(({ name }) => name)
  if (samples.length > 0)
    console.log(
      `${formatCount(samples.length, 'file')} still ${pluralize(samples.length, 'has', 'have')} sample content: ${samples.join(', ')}.`,
    )
  console.log('Publishing and starting the server ...')
  const image = process.env.SITE_IMAGE || (await drawSiteImage(root, process.env.SITE_CONFIG || undefined))
  await runCommand('node', [...serverOptions, 'server/main.ts'], {
    env: { ...serverEnvironment, PUBLISH_FROM: 'dist', ...(image !== null && { SITE_IMAGE: image }) },
  })
})
